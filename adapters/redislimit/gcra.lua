local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call("TIME")
local now = time[1] * 1000000 + time[2]
-- When the burst will be full again, "theoretical arrival time" in the literature.
local full = math.max(tonumber(redis.call("GET", KEYS[1]) or now), now)
local wait = full + interval - burst * interval - now
if wait >= 1 then -- less than a microsecond is rounding
  return {math.ceil(wait), math.ceil(full - now)}
end
full = full + interval
redis.call("SET", KEYS[1], full, "PX", math.ceil((full - now) / 1000))
return {0, math.ceil(full - now)}
