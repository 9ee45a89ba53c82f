import { load } from './load.js'
import { type Row, rowsOf } from './rows.js'
import type { Target } from './start-target.js'

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

/**
 * Measures event-loop delay under full load with all requests in turns, and the heap after many requests. Lists and pages
 * take no part in the count, because a million of them would take an hour.
 */
export async function measureSoak(
  target: Target,
  input: { soakSeconds: number; soakRequests: number },
): Promise<Soak> {
  const { soakSeconds: seconds, soakRequests: requests } = input
  const rows = rowsOf(target.shop)
  const run = (row: Row, amount: { seconds: number } | { requests: number }) =>
    load(target, { origin: target.shop.origin, call: row.ours }, { connections, ...amount })

  await target.usage('watch')
  for (let turn = 0; turn * turnSeconds < seconds; turn += 1) {
    const row = rows[turn % rows.length]
    if (row) await run(row, { seconds: turnSeconds })
  }
  const { loopDelayP99Ms } = await target.usage()

  const quick = rows.filter(({ name }) => !/list|page/.test(name))
  const before = await target.usage('collect')
  let sent = 0
  for (let turn = 0; sent < requests; turn += 1) {
    const row = quick[turn % quick.length]
    const next = Math.min(portion, requests - sent)
    if (row) await run(row, { requests: next })
    sent += next
    if (sent % 100_000 === 0) console.log(`Soak: ${sent} of ${requests} requests`)
  }
  const after = await target.usage('collect')
  return {
    seconds,
    loopDelayP99Ms,
    requests: sent,
    heapGrowthMb: after.heapMb - before.heapMb,
    residentMb: after.residentMb,
  }
}
