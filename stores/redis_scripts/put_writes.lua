-- Add one call's writes to a task's. A place that is taken stays as it is, except that a negative index
-- (error, interrupt, resume, ...) is written anew: readers let the first win, or for those the last.
-- ARGV: ttl, token, NS . CHECKPOINT . TASK, segment, time, thread, index life.
-- Returns 1: stored; 2: stored, the thread must be indexed; -1: stale lease
if not holds_lease(ARGV[2]) then return -1 end
local unknown = is_new()

-- position behind the segment at `at`, and its indices
local function segment(text, at)
  local count, size = struct.unpack('>II', text, at)
  local indices = {}
  for i = 0, count - 1 do indices[#indices + 1] = (struct.unpack('>i', text, at + 8 + i * 8)) end
  return at + 8 + count * 8 + size, indices
end

local place, fresh = ARGV[3], ARGV[4]
local old = within(W, place, 'LIMIT', 0, 1)[1]
local kept = {}
if old then
  local _, adding = segment(fresh, 1)
  local anew = {}
  for _, index in ipairs(adding) do anew[index] = true end
  local at = #place + 1
  while at <= #old do
    local after, indices = segment(old, at)
    local outdated = true
    for _, index in ipairs(indices) do
      if index >= 0 or not anew[index] then outdated = false end
      if index >= 0 then anew[index] = nil end
    end
    if not outdated then kept[#kept + 1] = string.sub(old, at, after - 1) end
    at = after
  end
  if not next(anew) then fresh = '' end
end
local member = place .. table.concat(kept) .. fresh
if old ~= member then
  if old then redis.call('ZREM', W, old) end
  redis.call('ZADD', W, 0, member)
end
local indexed = enter_indexes(5)
renew(ARGV[1])
if unknown and not indexed then return 2 end
return 1
