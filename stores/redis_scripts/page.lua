-- Read checkpoints of a range, newest first, without their values.
-- ARGV: ttl, highest and lowest bound of the range, how many.
-- Returns {members, lists of writes, dictionaries}
local members = redis.call('ZREVRANGEBYLEX', C, ARGV[2], ARGV[3], 'LIMIT', 0, ARGV[4])
local writes, dictionaries = {}, {}
for i, member in ipairs(members) do
  writes[i] = within(W, address(member))
  local first = head(member).names[1]
  if first and string.sub(first, 1, 1) == 'K' then dictionaries[#dictionaries + 1] = first end
end
renew(ARGV[1])
return {members, writes, gather(dictionaries)}
