-- Changes the calls of one caller in the current window: KEYS[1] is the count, ARGV the change, a number of calls, and
-- the length of a window in seconds. Returns all calls in the window, and the rest of the window in seconds. A count
-- expires with its window.
local now = tonumber(redis.call('TIME')[1])
local change, calls, seconds = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local rest = seconds - now % seconds

if change == 'reset' then
  redis.call('DEL', KEYS[1])
  return {0, rest}
end

local counted = tonumber(redis.call('GET', KEYS[1]) or 0)
if change == 'give back' then
  calls = -math.min(calls, counted)
end
if calls == 0 then
  return {counted, rest}
end
if counted == 0 then
  redis.call('SET', KEYS[1], calls, 'EXAT', now + rest)
  return {calls, rest}
end
return {redis.call('INCRBY', KEYS[1], calls), rest}
