import { text } from 'node:stream/consumers'
import { unixMs } from '../../src/lib/time.js'
import type { RoundPoint } from '../../src/platform/chain/outgoing/round/sender-rules.js'
import {
  createTransactionSender,
  type SenderOptions,
} from '../../src/platform/chain/outgoing/transaction-sender.js'
import { createContext } from '../../src/platform/create-context.js'
import { silentLog } from '../fixtures/silent-log.js'
import { connectTimeoutMs, testConfig } from '../test-config.js'

/** The instructions of a worker, as JSON on its standard input. */
export type WorkerOrder = {
  databaseUrl: string
  environment: Record<string, string>
  options: SenderOptions
  /** Dies when it reaches this point for the given time. */
  point: RoundPoint
  times: number
}

// Loaded in advance, so that the worker starts at once.
await Promise.all([import('viem'), import('viem/accounts')])
const order: WorkerOrder = JSON.parse(await text(process.stdin))
const ctx = createContext({
  config: testConfig(order.environment),
  databaseUrl: order.databaseUrl,
  connectTimeoutMs,
  now: () => unixMs(Date.now()),
  rootLog: silentLog,
  log: silentLog,
})
let remainingTimes = order.times
const sender = createTransactionSender(ctx, {
  ...order.options,
  hook(point) {
    if (point !== order.point) return
    remainingTimes -= 1
    if (remainingTimes === 0) process.kill(process.pid, 'SIGKILL')
  },
})
sender.start()
