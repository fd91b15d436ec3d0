-- Sweep every namespace. ARGV: how many checkpoints to keep in each, how many to remove in all.
-- Returns {1 when there are more to remove, runs that have none left ...}
local keep, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local total, more, freed = 0, false, {}
local member = redis.call('ZREVRANGE', C, 0, 0)[1]
while member and not more do
  local ns = string.sub(member, 1, id_end(member, 1))
  local dropped
  dropped, more = sweep(ns, keep, most - total, freed)
  total = total + dropped
  member = redis.call('ZREVRANGEBYLEX', C, '(' .. ns, '-', 'LIMIT', 0, 1)[1]
end
if total > 0 then sweep_blocks() end
return {more and 1 or 0, unpack(freed)}
