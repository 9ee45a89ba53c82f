import { load } from './load.js'
import { type Row, rowsOf } from './rows.js'
import type { Target } from './start-target.js'
import { print } from './statistics.js'

export type Soak = {
  seconds: number
  loopDelayP99Ms: number
  requests: number
  heapGrowthMb: number
  residentMb: number
}

const connections = 32
const turnSeconds = 5
/** Of one part of the requests. */
const portion = 20_000
const sampleEveryMs = 500
/**
 * The service samples the delay of its event loop at this interval, and counts the interval as
 * delay.
 */
const loopSampleMs = 100

/**
 * Measures event-loop delay under full load with all requests in turns, and the heap during many
 * requests, by the metrics of the service. Lists and pages take no part in the count, because a
 * million of them would take an hour.
 */
export async function measureSoak(
  target: Target,
  input: { soakSeconds: number; soakRequests: number },
): Promise<Soak> {
  const { soakSeconds: seconds, soakRequests: requests } = input
  const { metricsUrl } = target.service
  const rows = rowsOf(target.shop)
  const run = (row: Row, amount: { seconds: number } | { requests: number }) =>
    load(target, { origin: target.shop.origin, call: row.ours }, { connections, ...amount })

  // Every reading starts the delay anew.
  await readMetrics(metricsUrl)
  for (let turn = 0; turn * turnSeconds < seconds; turn += 1) {
    const row = rows[turn % rows.length]
    if (row) await run(row, { seconds: turnSeconds })
  }
  const { nodejs_eventloop_lag_p99_seconds: delaySeconds = Number.NaN } =
    await readMetrics(metricsUrl)

  const quick = rows.filter(({ name }) => !/list|page/.test(name))
  /** The lowest heap during each round of all requests. It is what garbage collections leave. */
  const lowestMb: number[] = []
  let sent = 0
  while (sent < requests) {
    const samples: number[] = []
    const timer = setInterval(async () => {
      const { nodejs_heap_size_used_bytes: bytes = Number.NaN } = await readMetrics(metricsUrl)
      samples.push(bytes / 1_048_576)
    }, sampleEveryMs)
    for (const row of quick) {
      const next = Math.min(portion, requests - sent)
      if (next > 0) await run(row, { requests: next })
      sent += next
    }
    clearInterval(timer)
    lowestMb.push(Math.min(...samples))
    print(`Soak: ${sent} of ${requests} requests`)
  }
  const { process_resident_memory_bytes: residentBytes = Number.NaN } =
    await readMetrics(metricsUrl)
  return {
    seconds,
    loopDelayP99Ms: delaySeconds * 1_000 - loopSampleMs,
    requests: sent,
    heapGrowthMb: (lowestMb.at(-1) ?? Number.NaN) - (lowestMb[0] ?? Number.NaN),
    residentMb: residentBytes / 1_048_576,
  }
}

/** Returns the metrics without labels, by their names. */
async function readMetrics(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(url)).text()
  const matches = text.matchAll(/^(\w+) ([\d.e+-]+)$/gm)
  return Object.fromEntries([...matches].map(([, name = '', value]) => [name, Number(value)]))
}
