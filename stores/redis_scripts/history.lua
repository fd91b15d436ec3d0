-- What the ancestors of a checkpoint wrote to some channels, back to where each has a value.
-- ARGV: ttl, namespace, checkpoint (empty: the newest), the channels' hints.
-- Returns {steps, blocks}; a step, newest first, is {member with values or '', writes ...}
local ns = ARGV[2]
local member
if ARGV[3] == '' then member = newest(ns, 1)[1] else member = within(C, ns .. ARGV[3], 'LIMIT', 0, 1)[1] end
if not member then return {{}, {}} end
renew(ARGV[1])
local wanted, left = {}, #ARGV - 3
for i = 4, #ARGV do wanted[ARGV[i]] = true end

local function concerns(member, at)
  while at <= #member do
    local count, size = struct.unpack('>II', member, at)
    for i = 0, count - 1 do
      if wanted[string.sub(member, at + 12 + i * 8, at + 15 + i * 8)] then return true end
    end
    at = at + 8 + count * 8 + size
  end
  return false
end

local steps, names = {}, {}
local parent = head(member).parent
while parent ~= '' and left > 0 do
  local place = ns .. parent
  member = within(C, place, 'LIMIT', 0, 1)[1]
  if not member then break end
  local step = {''}
  for _, written in ipairs(within(W, place)) do
    if concerns(written, id_end(written, #place + 1) + 1) then step[#step + 1] = written end
  end
  local h = head(member)
  for _, channel in ipairs(h.filled) do
    if wanted[channel] then
      wanted[channel] = nil
      left = left - 1
      if step[1] == '' then
        step[1] = member
        for _, name in ipairs(h.names) do names[#names + 1] = name end
      end
    end
  end
  if #step > 1 or step[1] ~= '' then steps[#steps + 1] = step end
  parent = h.parent
end
return {steps, gather(names)}
