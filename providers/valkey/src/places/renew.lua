-- Renews places: KEYS are the three owners of each place, ARGV the lease in seconds and the places' ids. Takes a place
-- that Valkey has lost, even if its owner has none left.
local now = tonumber(redis.call('TIME')[1])
for index, owner in ipairs(KEYS) do
  redis.call('ZADD', owner, now + ARGV[1], ARGV[math.floor((index - 1) / 3) + 2])
  redis.call('EXPIRE', owner, ARGV[1])
end
