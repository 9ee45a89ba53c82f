import {
  createWebhookWorker,
  type WebhookPoint,
  type WebhookWorkerOptions,
} from '../../src/features/webhooks/webhook-worker.js'
import { unixMs } from '../../src/lib/time.js'
import { createContext } from '../../src/platform/create-context.js'
import { silentLog } from '../fixtures/silent-log.js'
import { connectTimeoutMs, testConfig } from '../test-config.js'

/** The first message to the process. */
export type WebhookOrder = {
  databaseUrl: string
  leaseMs?: number
  deadlineMs?: number
  /** The only address it may connect to. Without one it may connect to any. */
  onlyTo?: string
  /** Kills itself when it has reached the point `times` times. */
  kill?: { point: WebhookPoint; times: number }
}

/** The messages it sends. */
export type WebhookReport = { rssBytes: number; heapBytes: number; lookups: number }

let lookups = 0

/** Resolves every name to the receiver. A `rebind-*` name does so only on its first lookup. */
function createResolver() {
  const resolvedHosts = new Set<string>()
  return async (host: string): Promise<string[]> => {
    lookups += 1
    const isAgain = resolvedHosts.has(host)
    resolvedHosts.add(host)
    return [isAgain && host.startsWith('rebind-') ? '127.0.0.1' : '127.0.0.2']
  }
}

function start(order: WebhookOrder): void {
  const { databaseUrl, leaseMs, deadlineMs, onlyTo, kill } = order
  const ctx = createContext({
    config: testConfig({ DATABASE_POOL_SIZE: '5' }),
    databaseUrl,
    connectTimeoutMs,
    now: () => unixMs(Date.now()),
    rootLog: silentLog,
    log: silentLog,
  })
  let remainingKills = kill?.times ?? 0
  const options: WebhookWorkerOptions = {
    poster: {
      resolveHost: createResolver(),
      ...(deadlineMs !== undefined && { deadlineMs }),
      ...(onlyTo !== undefined && { isAllowed: (ip) => ip === onlyTo }),
    },
    runner: { ...(leaseMs !== undefined && { leaseMs }) },
    hook(point) {
      if (point !== kill?.point) return
      remainingKills -= 1
      if (remainingKills === 0) process.kill(process.pid, 'SIGKILL')
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
// The parent process has ended.
process.on('disconnect', () => process.exit())
process.send?.('ready')
