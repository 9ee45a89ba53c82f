import { text } from 'node:stream/consumers'
import { createWatcher, type WatchPoint } from '../../src/features/settlement/round.js'
import type { UnixMs } from '../../src/lib/time.js'
import type { RoundPoint } from '../../src/platform/chain/outgoing/round/sender-rules.js'
import { createTransactionSender } from '../../src/platform/chain/outgoing/transaction-sender.js'
import { createContext } from '../../src/platform/create-context.js'
import { silentLog } from '../fixtures/silent-log.js'
import { connectTimeoutMs, testConfig } from '../test-config.js'

/** The instructions of a worker, as JSON on standard input. */
export type SettlementOrder = {
  databaseUrl: string
  environment: Record<string, string>
  now: UnixMs
  leaseMs: number
  /** Kills itself when it reaches this point for the given number of times. */
  point: WatchPoint | RoundPoint
  times: number
}

// Load modules first, so that the worker can start at once.
await Promise.all([import('viem'), import('viem/accounts')])
const order: SettlementOrder = JSON.parse(await text(process.stdin))
const ctx = createContext({
  config: testConfig(order.environment),
  databaseUrl: order.databaseUrl,
  connectTimeoutMs,
  now: () => order.now,
  rootLog: silentLog,
  log: silentLog,
})
if (!ctx.chain) throw new Error('no chain is configured')

let remainingTimes = order.times
function hook(point: WatchPoint | RoundPoint): void {
  if (point !== order.point) return
  remainingTimes -= 1
  if (remainingTimes === 0) process.kill(process.pid, 'SIGKILL')
}

const watcher = createWatcher(ctx, ctx.chain, { hook })
const { leaseMs } = order
const sender = createTransactionSender(ctx, { leaseMs, idleMs: 0, nonceGraceMs: 0, hook })
const { signal } = new AbortController()
for (;;) {
  await watcher.runRound(signal)
  await sender.runRound()
}
