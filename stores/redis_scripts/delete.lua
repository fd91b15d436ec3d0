-- Remove the thread. Returns {checkpoints, tasks with writes, blocks, names of users and runs in the meta key}
local fields = redis.call('HKEYS', M)
local counts = {redis.call('ZCARD', C), redis.call('ZCARD', W), redis.call('HLEN', B), fields}
redis.call('UNLINK', M, B, C, W)
return counts
