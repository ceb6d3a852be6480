-- For wrk: sends the requests of a file in order, and reports in JSON.
-- The file holds each request as its length in bytes, a line break, and the request.

local requests = {}
local asked = 0

function init(args)
   local file = assert(io.open(args[1], "rb"))
   for length in file:lines() do
      requests[#requests + 1] = file:read(tonumber(length))
   end
   file:close()
end

function request()
   -- wrk first asks for a request that it does not send: the last one, here.
   asked = asked + 1
   return requests[(asked - 2) % #requests + 1]
end

function done(summary, latency)
   local errors = summary.errors
   print(string.format(
      '{"requests": %d, "seconds": %f, "p50_ms": %f, "p99_ms": %f, "failures": %d}',
      summary.requests, summary.duration / 1e6,
      latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
      errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
