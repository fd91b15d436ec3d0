-- The thread's namespaces, last first, as they stand in members; found by hopping from range to range
local out = {}
local member = redis.call('ZREVRANGE', C, 0, 0)[1]
while member do
  local ns = string.sub(member, 1, id_end(member, 1))
  out[#out + 1] = ns
  member = redis.call('ZREVRANGEBYLEX', C, '(' .. ns, '-', 'LIMIT', 0, 1)[1]
end
return out
