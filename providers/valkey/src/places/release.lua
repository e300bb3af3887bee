-- Releases places: KEYS are the three owners of each place, ARGV the lease, which is not used, and the places' ids.
for index, owner in ipairs(KEYS) do
  redis.call('ZREM', owner, ARGV[math.floor((index - 1) / 3) + 2])
end
