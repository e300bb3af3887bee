-- Takes a place of the owners in KEYS. ARGV: the place's id, the lease in seconds, and each owner's maximum number of
-- places. Returns 0 if an owner has no place left. An owner is a sorted set of ids by the end of their leases.
local now = tonumber(redis.call('TIME')[1])
for index, owner in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', owner, '-inf', now)
  if redis.call('ZCARD', owner) >= tonumber(ARGV[index + 2]) then
    return 0
  end
end
for _, owner in ipairs(KEYS) do
  redis.call('ZADD', owner, now + ARGV[2], ARGV[1])
  redis.call('EXPIRE', owner, ARGV[2])
end
return 1
