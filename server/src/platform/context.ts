import type { IdPrefix } from '../lib/ids.js'
import type { UnixMs } from '../lib/time.js'
import type { Alerts } from './alerts/alerts.js'
import type { Batches } from './batches.js'
import type { Chain } from './chain/chain.js'
import type { Sandbox } from './clock/sandbox-clock.js'
import type { Config } from './config/config.js'
import type { Db, Queryable } from './db/db.js'
import type { Replica } from './db/replica.js'
import type { Degraded } from './degraded/degraded.js'
import type { HealthMonitor } from './health.js'
import type { Wakeups } from './jobs/wakeups.js'
import type { Journal } from './journal/journal.js'
import type { KeyedMutex } from './keyed-mutex.js'
import type { Logger } from './log.js'
import type { Media } from './media/media.js'
import type { Memory } from './memory.js'
import type { Metrics } from './metrics.js'
import type { ResolveHost } from './outbound/resolve-host.js'
import type { Snapshot } from './snapshot/snapshot.js'

/** Everything external that a function may use. Created once by `createContext`. */
export type Context = {
  config: Config
  db: Db
  /** Answers lists and reports; `null` without one. Use it through `readingFrom`. */
  replica: Replica | null
  /** `null` when no chain is configured. */
  chain: Chain | null
  /** Operations that only test money allows; `null` in live mode. */
  sandbox: Sandbox | null
  /** The service's clock. Leases, rate windows and timeouts use the real time instead. */
  now: () => UnixMs
  /** When this process started, by the service's clock. */
  startedAt: UnixMs
  /** Returns the id that the keys of new receipts contain. Read from the database once. */
  installationId: () => Promise<string>
  /** Returns the secret that signs payment links. Read from the database once. */
  linkSecret: () => Promise<Uint8Array>
  newId: (prefix: IdPrefix) => string
  fetch: typeof fetch
  /** Resolves host names that merchants provide. */
  resolveHost: ResolveHost
  /** Logs with the correlation id of the process. */
  log: Logger
  /** Logs without a correlation id. A child logger, for a request or a job run, adds its own. */
  rootLog: Logger
  /** Serializes work that would otherwise wait for a row lock and occupy a connection. */
  mutex: KeyedMutex
  /** Cached values that requests read often. */
  memory: Memory
  /** Data that requests use during an outage. */
  snapshot: Snapshot
  /** Reads and writes that share statements with those of other requests. */
  batches: Batches
  degraded: Degraded
  /** Writes that wait until the database is available again. */
  journal: Journal
  /** Wakes the background loops of this process. */
  wakeups: Wakeups
  /** Decodes and keeps pictures. */
  media: Media
  metrics: Metrics
  /** Alerts the operator. */
  alerts: Alerts
  health: HealthMonitor
}

/** A context that may be inside a caller's transaction: `{ ...ctx, db: tx }`. */
export type TxContext = Omit<Context, 'db' | 'batches'> & { db: Queryable }

/** Runs `work` in one transaction, with a context inside it. See `Db.transaction`. */
export function inTransaction<Outside extends Pick<Context, 'db'>, Result>(
  ctx: Outside,
  work: (inTx: Omit<Outside, 'db' | 'batches'> & { db: Queryable }) => Promise<Result>,
): Promise<Result> {
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx }))
}
