-- Store a checkpoint.
-- ARGV: ttl, token, address (NS . CHECKPOINT), member, run, user, time, thread, index life,
--       checkpoints to keep (0: all) and to remove at most, n, n names that must be there, pairs of name and block.
-- Returns {0: a block is missing, send in full; 1: stored; 2: stored, the thread must be indexed; -1: stale lease,
-- then runs that have no checkpoint left}
if not holds_lease(ARGV[2]) then return {-1} end
local relied = tonumber(ARGV[12])
for i = 13, 12 + relied do
  if redis.call('HEXISTS', B, ARGV[i]) == 0 then return {0} end
end
local unknown = is_new()
local pairs_of_blocks = {}
for i = 13 + relied, #ARGV do pairs_of_blocks[#pairs_of_blocks + 1] = ARGV[i] end
each_slice(pairs_of_blocks, 1000, function(slice) redis.call('HSET', B, unpack(slice)) end)
local run, user = ARGV[5], ARGV[6]
for _, old in ipairs(within(C, ARGV[3])) do
  if old ~= ARGV[4] then
    redis.call('ZREM', C, old)
    release(head(old).run)
  end
end
if redis.call('ZADD', C, 0, ARGV[4]) == 1 and run ~= '' then
  unknown = redis.call('HINCRBY', M, 'r' .. run, 1) == 1 or unknown
end
if user ~= '' then unknown = redis.call('HSETNX', M, 'u' .. user, 1) == 1 or unknown end
local indexed = enter_indexes(7)
local freed, keep = {}, tonumber(ARGV[10])
if keep > 0 then
  local dropped = sweep(string.sub(ARGV[3], 1, id_end(ARGV[3], 1)), keep, tonumber(ARGV[11]), freed)
  if dropped > 0 then sweep_blocks() end
end
renew(ARGV[1])
if unknown and not indexed then return {2, unpack(freed)} end
return {1, unpack(freed)}
