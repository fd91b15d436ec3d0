-- Shared by every script: KEYS are a thread's meta, blocks, checkpoints and writes, then index keys to renew.
-- Layout: stores/redis_layout.py. Members of C and W sort by namespace, checkpoint (and task).
local M, B, C, W = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local END = '\0\1'

local function above(prefix) return string.sub(prefix, 1, -2) .. '\2' end

local function within(key, prefix, ...)
  return redis.call('ZRANGEBYLEX', key, '[' .. prefix, '(' .. above(prefix), ...)
end

local function newest(ns, count)
  return redis.call('ZREVRANGEBYLEX', C, '(' .. above(ns), '[' .. ns, 'LIMIT', 0, count)
end

local function id_end(member, from) return select(2, string.find(member, END, from, true)) end

-- NS . CHECKPOINT at the front of a member
local function address(member)
  return string.sub(member, 1, id_end(member, id_end(member, 1) + 1))
end

local function list(text, at, count, size)
  local out = {}
  for i = 0, count - 1 do out[#out + 1] = string.sub(text, at + i * size, at + (i + 1) * size - 1) end
  return out
end

local function head(member)
  local at = #address(member) + 1
  local parent, run, names, filled, owed = struct.unpack('>HHHHH', member, at)
  at = at + 10
  local h = {parent = string.sub(member, at, at + parent - 1)}
  at = at + parent
  h.run = string.sub(member, at, at + run - 1)
  at = at + run
  h.names = list(member, at, names, 16)
  at = at + names * 16
  h.filled = list(member, at, filled, 4)
  h.owed = list(member, at + filled * 4, owed, 4)
  return h
end

local function each_slice(items, size, call)
  for i = 1, #items, size do call({unpack(items, i, math.min(i + size - 1, #items))}) end
end

-- The blocks under `names`, nodes followed, as one text of name, length and block: cheaper to parse than a list
local function gather(names)
  local out, seen = {}, {}
  while #names > 0 do
    local wanted, deeper = {}, {}
    for _, name in ipairs(names) do
      if not seen[name] then seen[name] = true; wanted[#wanted + 1] = name end
    end
    each_slice(wanted, 500, function(slice)
      local blocks = redis.call('HMGET', B, unpack(slice))
      for i, name in ipairs(slice) do
        if blocks[i] then
          out[#out + 1] = name
          out[#out + 1] = struct.pack('>I4', #blocks[i])
          out[#out + 1] = blocks[i]
          if string.sub(name, 1, 1) == 'N' then
            for _, child in ipairs(list(blocks[i], 2, (#blocks[i] - 1) / 16, 16)) do deeper[#deeper + 1] = child end
          end
        end
      end
    end)
    names = deeper
  end
  return table.concat(out)
end

local function renew(ttl)
  if tonumber(ttl) > 0 then for i = 1, 4 do redis.call('PEXPIRE', KEYS[i], ttl) end end
end

-- False when `token` is older than the newest one seen
local function holds_lease(token)
  if token == '' then return true end
  local held = redis.call('HGET', M, 'f')
  if held and tonumber(token) < tonumber(held) then return false end
  if token ~= held then redis.call('HSET', M, 'f', token) end
  return true
end

local function is_new() return redis.call('EXISTS', C, W) == 0 end

-- ARGV[first..first+2]: time, thread id, life in ms of the keys behind the shard
local function enter_indexes(first)
  for i = 5, #KEYS do
    redis.call('ZADD', KEYS[i], ARGV[first], ARGV[first + 1])
    if i > 5 and tonumber(ARGV[first + 2]) > 0 then redis.call('PEXPIRE', KEYS[i], ARGV[first + 2]) end
  end
  return #KEYS > 4
end

-- One checkpoint fewer of `run`; true when it was the last
local function release(run)
  if run ~= '' and redis.call('HINCRBY', M, 'r' .. run, -1) <= 0 then
    redis.call('HDEL', M, 'r' .. run)
    return true
  end
  return false
end

-- Remove a checkpoint and its writes; its run goes into `freed` when that has none left
local function drop(member, freed)
  redis.call('ZREM', C, member)
  local place = address(member)
  redis.call('ZREMRANGEBYLEX', W, '[' .. place, '(' .. above(place))
  local run = head(member).run
  if release(run) then freed[#freed + 1] = run end
end

-- Remove every block that no checkpoint refers to; the number removed
local function sweep_blocks()
  local live, pending = {}, {}
  local function mark(names)
    for _, name in ipairs(names) do
      if not live[name] then
        live[name] = true
        if string.sub(name, 1, 1) == 'N' then pending[#pending + 1] = name end
      end
    end
  end
  local at = 0
  while true do
    local members = redis.call('ZRANGE', C, at, at + 199)
    if #members == 0 then break end
    for _, member in ipairs(members) do mark(head(member).names) end
    at = at + 200
  end
  while #pending > 0 do
    local node = redis.call('HGET', B, table.remove(pending))
    if node then mark(list(node, 2, (#node - 1) / 16, 16)) end
  end
  local dead = {}
  for _, name in ipairs(redis.call('HKEYS', B)) do
    if not live[name] then dead[#dead + 1] = name end
  end
  each_slice(dead, 1000, function(slice) redis.call('HDEL', B, unpack(slice)) end)
  return #dead
end

-- Add to `needed` the ancestors of `member` back to a value for each channel it owes, up to the next kept one
local function need(ns, member, kept, needed)
  local h = head(member)
  local owed, left = {}, #h.owed
  for _, channel in ipairs(h.owed) do owed[channel] = true end
  while h.parent ~= '' and left > 0 do
    local ancestor = within(C, ns .. h.parent, 'LIMIT', 0, 1)[1]
    if not ancestor or kept[ancestor] then return end
    needed[ancestor] = true
    h = head(ancestor)
    for _, channel in ipairs(h.filled) do
      if owed[channel] then owed[channel] = nil; left = left - 1 end
    end
  end
end

-- Keep a namespace's newest checkpoints, and those older ones that a kept one's delta channels are rebuilt from.
-- Removes at most `most`; returns how many, and whether there are more. Runs left empty go into `freed`.
local function sweep(ns, keep, most, freed)
  local kept, needed, dropped = {}, {}, 0
  local young = newest(ns, keep)
  if #young < keep then return 0, false end
  for _, member in ipairs(young) do kept[member] = true end
  for _, member in ipairs(young) do need(ns, member, kept, needed) end
  local at = 0
  while true do
    local old = redis.call('ZRANGEBYLEX', C, '[' .. ns, '(' .. young[#young], 'LIMIT', at, 100)
    if #old == 0 then return dropped, false end
    for _, member in ipairs(old) do
      if needed[member] then
        at = at + 1
      elseif dropped == most then
        return dropped, true
      else
        drop(member, freed)
        dropped = dropped + 1
      end
    end
  end
end
