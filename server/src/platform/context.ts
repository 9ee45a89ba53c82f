import type { IdPrefix } from '../lib/ids.js'
import type { UnixMs } from '../lib/time.js'
import type { Alerts } from './alerts/alerts.js'
import type { Chain } from './chain/chain.js'
import type { Config } from './config/config.js'
import type { Db, Queryable } from './db/db.js'
import type { HealthMonitor } from './health.js'
import type { Wakeups } from './jobs/wakeups.js'
import type { KeyedMutex } from './keyed-mutex.js'
import type { Logger } from './log.js'
import type { Metrics } from './metrics.js'
import type { ResolveHost } from './outbound/resolve-host.js'
import type { Sandbox } from './sandbox.js'

/** Everything from outside that a verb may use. Built once by `createContext`. */
export type Context = {
  config: Config
  db: Db
  /** `null` when no chain is configured. */
  chain: Chain | null
  /** What only made-up money allows; `null` in live mode. */
  sandbox: Sandbox | null
  /** The service's clock. Leases, rate windows and time-outs follow the real one instead. */
  now: () => UnixMs
  /** When this process started, by the same clock. */
  startedAt: UnixMs
  newId: (prefix: IdPrefix) => string
  fetch: typeof fetch
  /** Where a name that a merchant gave us leads. */
  resolveHost: ResolveHost
  /** Lines of this process; each carries the process's correlation id. */
  log: Logger
  /** Without a correlation id: whoever takes a child of it, for a request or a run, adds one. */
  rootLog: Logger
  /** For work that must not wait in the database with a connection in hand. */
  mutex: KeyedMutex
  /** Tells this process's background loops about new work. */
  wakeups: Wakeups
  metrics: Metrics
  /** Raises what an operator must act on. */
  alerts: Alerts
  health: HealthMonitor
}

/** What a verb gets that may run inside somebody else's transaction: `{ ...ctx, db: tx }`. */
export type TxContext = Omit<Context, 'db'> & { db: Queryable }
