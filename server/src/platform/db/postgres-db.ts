import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from '../log.js'
import { createBreaker } from './breaker.js'
import type { Db, Queryable } from './db.js'
import { watchLoop } from './loop-watch.js'
import { isDriverTimeout, kindOfPgError } from './pg-errors.js'
import { StoreUnavailable } from './store-unavailable.js'

export type PostgresOptions = {
  url: string
  poolSize: number
  log: Logger
  connectTimeoutMs?: number | undefined
  statementTimeoutMs?: number
  /** How long to fail fast after the database was found unavailable. */
  pauseMs?: number
}

const maxAttempts = 6

/** Creates a pool of PostgreSQL connections with prepared statements, timeouts and a circuit breaker. */
export function createPostgresDb(options: PostgresOptions): Db {
  const { log, connectTimeoutMs = 3_000, statementTimeoutMs = 5_000, pauseMs = 300 } = options
  const breaker = createBreaker({ pauseMs, monotonicMs: () => performance.now() })
  const queryTimeoutMs = statementTimeoutMs + 1_000
  const loop = watchLoop()
  const nameOf = createStatementNames()
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // A hanging server cannot enforce its own timeout, so the client has a slightly longer one.
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'tallystick',
  })
  // A connection may break while idle or between two statements. Its next use fails anyway; without a listener
  // the error event would end the process.
  const logLost = (error: Error) => log.debug({ err: error }, 'database connection lost')
  pool.on('error', logLost)
  pool.on('connect', (client) => client.on('error', logLost))

  async function run<Row extends object>(
    client: PoolClient,
    sql: string,
    params: readonly unknown[] = [],
  ) {
    const result = await client.query<Row>({ name: nameOf(sql), text: sql, values: [...params] })
    return { rows: result.rows, rowCount: result.rowCount ?? 0 }
  }

  /** Runs `work` with a connection. A broken connection is destroyed instead of returned to the pool. */
  async function withClient<Result>(
    work: (client: PoolClient) => Promise<Result>,
    mayHaveCommitted: () => boolean,
  ): Promise<Result> {
    const client = await connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      const kind = kindOfPgError(error)
      client.release(kind === 'connection')
      if (kind === 'overloaded')
        throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
      if (kind !== 'connection') throw error
      recordFailure(error, queryTimeoutMs)
      throw new StoreUnavailable({ mayHaveCommitted: mayHaveCommitted(), cause: error })
    }
  }

  async function connect(): Promise<PoolClient> {
    if (!breaker.admit()) throw new StoreUnavailable({ mayHaveCommitted: false })
    try {
      const client = await pool.connect()
      if (breaker.isOpen()) log.info('data store is available again')
      breaker.succeed()
      return client
    } catch (error) {
      const kind = kindOfPgError(error)
      if (kind === 'statement') throw error
      if (kind === 'connection') recordFailure(error, connectTimeoutMs)
      throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
    }
  }

  /** Opens the breaker, unless this process was too busy to notice a response within the timeout. */
  function recordFailure(error: unknown, timeoutMs: number) {
    if (isDriverTimeout(error) && loop.wasBlocked(timeoutMs)) {
      log.warn({ err: error }, 'event loop was blocked, so a call to the data store timed out')
      return
    }
    if (!breaker.isOpen()) log.warn({ err: error }, 'data store is unavailable')
    breaker.fail()
  }

  async function transactOnce<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> {
    let committing = false
    const effects: (() => void)[] = []
    const result = await withClient(
      async (client) => {
        await client.query('begin')
        try {
          const result = await work({
            query: (sql, params) => run(client, sql, params),
            afterCommit: (effect) => effects.push(effect),
          })
          committing = true
          await client.query('commit')
          return result
        } catch (error) {
          if (kindOfPgError(error) !== 'connection') await client.query('rollback')
          throw error
        }
      },
      () => committing,
    )
    for (const effect of effects) runEffect(effect)
    return result
  }

  /** Catches errors: the transaction is committed, so a failed effect must not look like a failed write. */
  function runEffect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      log.error({ err: error }, 'effect after commit failed')
    }
  }

  return {
    query: (sql, params) =>
      withClient(
        (client) => run(client, sql, params),
        () => true,
      ),
    afterCommit: runEffect,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await transactOnce(work)
        } catch (error) {
          if (kindOfPgError(error) !== 'retry') throw error
          if (attempt === maxAttempts) {
            throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
          }
          log.debug({ attempt }, 'transaction is retried')
          await sleep(2 ** attempt * (1 + Math.random()))
        }
      }
    },
    async close() {
      loop.close()
      await pool.end()
    },
  }
}

/** Names statements by a hash of their text, so that every connection prepares each once. */
function createStatementNames() {
  const names = new Map<string, string>()
  return (sql: string): string => {
    const known = names.get(sql)
    if (known) return known
    const name = `t_${createHash('sha256').update(sql).digest('hex').slice(0, 20)}`
    names.set(sql, name)
    return name
  }
}
