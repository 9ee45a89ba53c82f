import type { UnixMs } from '../lib/time.js'
import { createViemChain } from './chain/viem-chain.js'
import { createChecks } from './checks.js'
import type { Config } from './config/config.js'
import type { Context } from './context.js'
import type { Db } from './db/db.js'
import { createPostgresDb } from './db/postgres-db.js'
import { type Check, createHealthMonitor } from './health.js'
import { newId } from './ids.js'
import type { Logger } from './log.js'
import { createMetrics } from './metrics.js'
import { createTurns } from './turns.js'

export type CreateContextInput = {
  config: Config
  databaseUrl: string
  now: () => UnixMs
  rootLog: Logger
  log: Logger
  /** Checks of subsystems that the platform knows nothing of. */
  moreChecks?: (base: { config: Config; db: Db; now: () => UnixMs }) => Record<string, Check>
}

/** Puts a context together. Nothing is started and no connection made before its first use. */
export function createContext(input: CreateContextInput): Context {
  const { config, databaseUrl, now, rootLog, log } = input
  const metrics = createMetrics()
  const db = createPostgresDb({ url: databaseUrl, poolSize: config.databasePoolSize, log })
  const checks = {
    ...createChecks({ db, now, metrics }),
    ...input.moreChecks?.({ config, db, now }),
  }
  const health = createHealthMonitor(checks, { log, metrics })

  const chain = createViemChain(config)

  const outside = { db, chain, now, newId, fetch, log, rootLog }
  return { config, ...outside, startedAt: now(), turns: createTurns(), metrics, health }
}
