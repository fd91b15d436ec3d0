-- Read one checkpoint: ARGV: ttl, namespace, checkpoint (empty: the newest).
-- Returns {member, blocks, writes} or nil
local member
if ARGV[3] == '' then
  member = newest(ARGV[2], 1)[1]
else
  member = within(C, ARGV[2] .. ARGV[3], 'LIMIT', 0, 1)[1]
end
if not member then return nil end
renew(ARGV[1])
return {member, gather(head(member).names), within(W, address(member))}
