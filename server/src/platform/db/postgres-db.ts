import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from '../log.js'
import { createBreaker } from './breaker.js'
import type { Db, Queryable } from './db.js'
import { kindOfPgError } from './pg-errors.js'
import { StoreUnavailable } from './store-unavailable.js'

export type PostgresOptions = {
  url: string
  poolSize: number
  log: Logger
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  /** How long to answer "unavailable" at once after the database was found away. */
  pauseMs?: number
}

const maxAttempts = 6

/** A pool of connections to PostgreSQL with named statements, time-outs and a breaker. */
export function createPostgresDb(options: PostgresOptions): Db {
  const { log, connectTimeoutMs = 1_000, statementTimeoutMs = 5_000, pauseMs = 300 } = options
  const breaker = createBreaker({ pauseMs, monotonicMs: () => performance.now() })
  const nameOf = createStatementNames()
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // A server that hangs cannot enforce its own limit, so the client keeps a slightly longer one.
    query_timeout: statementTimeoutMs + 1_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'tallystick',
  })
  // A connection may die while nobody waits for it: idle, or between two statements of a transaction.
  // Its next use finds out; without a listener it would end the process.
  const noteLost = (error: Error) => log.debug({ err: error }, 'database connection lost')
  pool.on('error', noteLost)
  pool.on('connect', (client) => client.on('error', noteLost))

  async function run<Row extends object>(
    client: PoolClient,
    sql: string,
    params: readonly unknown[] = [],
  ) {
    const result = await client.query<Row>({ name: nameOf(sql), text: sql, values: [...params] })
    return { rows: result.rows, rowCount: result.rowCount ?? 0 }
  }

  /** Lends a connection to `work`; one that broke is thrown away instead of going back to the pool. */
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
      noteAway(error)
      throw new StoreUnavailable({ mayHaveCommitted: mayHaveCommitted(), cause: error })
    }
  }

  async function connect(): Promise<PoolClient> {
    if (!breaker.admit()) throw new StoreUnavailable({ mayHaveCommitted: false })
    try {
      const client = await pool.connect()
      if (breaker.isOpen()) log.info('data store is back')
      breaker.succeed()
      return client
    } catch (error) {
      const kind = kindOfPgError(error)
      if (kind === 'statement') throw error
      if (kind === 'connection') noteAway(error)
      throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
    }
  }

  function noteAway(error: unknown) {
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

  /** The transaction is committed by now, so an effect that throws must not look like a failed write. */
  function runEffect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      log.error({ err: error }, 'effect after a commit failed')
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
          log.debug({ attempt }, 'transaction runs again')
          await sleep(2 ** attempt * (1 + Math.random()))
        }
      }
    },
    close: () => pool.end(),
  }
}

/** Names statements by their text, so that every connection prepares each of them once. */
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
