import autocannon from 'autocannon'
import type { Call } from './rows.js'
import type { Target, Usage } from './start-target.js'

/**
 * The result of a load. CPU times are those of the server's process and of the database, per
 * request.
 */
export type Load = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  cpuMs: number | null
  databaseCpuMs: number | null
  roundTrips: number
}

export type Amount =
  | { connections: number; seconds: number }
  | { connections: number; requests: number }

/**
 * Sends the same request over and over, and measures rate, latency and use of resources per
 * request.
 */
export async function load(
  target: Pick<Target, 'shop' | 'usage'>,
  { origin, call }: { origin: string; call: Call },
  amount: Amount,
): Promise<Load> {
  const body = call.body && JSON.stringify(call.body)
  const before = await target.usage(origin)
  const result = await autocannon({
    url: `${origin}${call.path}`,
    method: body ? 'POST' : 'GET',
    headers: { ...target.shop.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
    requests: [{ setupRequest: fromNextBuyer }],
    connections: amount.connections,
    timeout: timeoutSeconds,
    ...('seconds' in amount ? { duration: amount.seconds } : { amount: amount.requests }),
  })
  const after = await target.usage(origin)
  const expected = String(call.status ?? 200)
  const others = Object.keys(result.statusCodeStats ?? {}).filter((code) => code !== expected)
  if (others.length > 0 || result.errors > 0) {
    throw new Error(`${call.path}: responses ${others.join(', ')} and ${result.errors} errors`)
  }
  return perRequest(result, before, after)
}

/** Other commerce servers may take longer than the default of 10 seconds. */
const timeoutSeconds = 60

function perRequest(result: autocannon.Result, before: Usage, after: Usage): Load {
  const requests = result.requests.total
  const shareOf = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / requests
  return {
    requests,
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: shareOf(before.cpuMs, after.cpuMs),
    databaseCpuMs: shareOf(before.databaseCpuMs, after.databaseCpuMs),
    roundTrips: (after.statements - before.statements) / requests,
  }
}

const buyers = 250
let calls = 0

/** Sends a request from one of many network addresses in turn, because each has limits. */
function fromNextBuyer(request: autocannon.Request): autocannon.Request {
  calls += 1
  const address = `10.0.0.${calls % buyers}`
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } }
}
