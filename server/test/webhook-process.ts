import {
  createWebhookWorker,
  type WebhookPoint,
  type WebhookWorkerOptions,
} from '../src/features/webhooks/webhook-worker.js'
import { unixMs } from '../src/lib/time.js'
import { createContext } from '../src/platform/create-context.js'
import { silentLog } from './fixtures/silent-log.js'
import { testConfig } from './test-config.js'

/** What a process is told to do, in its first message. */
export type WebhookOrder = {
  databaseUrl: string
  leaseMs?: number
  deadlineMs?: number
  /** The only address it may connect to; any when there is none. */
  onlyTo?: string
  /** Dies without a word when it comes to this point for this many times. */
  kill?: { point: WebhookPoint; times: number }
}

/** What it says when it is asked. */
export type WebhookReport = { rssBytes: number; heapBytes: number; lookups: number }

let lookups = 0

/**
 * Every name leads to the same receiver; those of `rebind-*` do so only when they are asked for the first time.
 */
function createResolver() {
  const asked = new Set<string>()
  return async (host: string): Promise<string[]> => {
    lookups += 1
    const isAgain = asked.has(host)
    asked.add(host)
    return [isAgain && host.startsWith('rebind-') ? '127.0.0.1' : '127.0.0.2']
  }
}

function start(order: WebhookOrder): void {
  const { databaseUrl, leaseMs, deadlineMs, onlyTo, kill } = order
  const ctx = createContext({
    config: testConfig({ DATABASE_POOL_SIZE: '5' }),
    databaseUrl,
    now: () => unixMs(Date.now()),
    rootLog: silentLog,
    log: silentLog,
  })
  let left = kill?.times ?? 0
  const options: WebhookWorkerOptions = {
    poster: {
      resolveHost: createResolver(),
      ...(deadlineMs !== undefined && { deadlineMs }),
      ...(onlyTo !== undefined && { isAllowed: (ip) => ip === onlyTo }),
    },
    runner: { ...(leaseMs !== undefined && { leaseMs }) },
    hook(point) {
      if (point !== kill?.point) return
      left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
    },
  }
  createWebhookWorker(ctx, options).start()
}

process.on('message', (message: WebhookOrder | 'report') => {
  if (message !== 'report') return start(message)
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const report: WebhookReport = { rssBytes: rss, heapBytes: heapUsed + external, lookups }
  process.send?.(report)
})
// Whoever started it has ended.
process.on('disconnect', () => process.exit())
process.send?.('ready')
