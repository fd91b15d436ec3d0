-- Remove the checkpoints that some runs made, with their writes. ARGV: runs.
-- Returns 1 when the thread is now empty
local runs, dropped, at = {}, 0, 0
for _, run in ipairs(ARGV) do runs[run] = true end
while true do
  local members = redis.call('ZRANGE', C, at, at + 199)
  if #members == 0 then break end
  for _, member in ipairs(members) do
    if runs[head(member).run] then
      drop(member, {})
      dropped = dropped + 1
    else
      at = at + 1
    end
  end
end
if dropped > 0 then sweep_blocks() end
return is_new() and 1 or 0
