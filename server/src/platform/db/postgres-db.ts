import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from '../log.js'
import { createAvailability } from './availability.js'
import { createCallWatch } from './call-watch.js'
import { readDatabaseServers } from './database-url.js'
import type { Db, Queryable } from './db.js'
import { watchLoop } from './loop-watch.js'
import { endSoon, openConnection, requireKind } from './open-connection.js'
import { isDriverTimeout, kindOfPgError } from './pg-errors.js'
import { createStatementNames } from './statement-names.js'
import { StoreUnavailable } from './store-unavailable.js'

export type PostgresOptions = {
  /** May name several servers. See `readDatabaseServers`. */
  url: string
  poolSize: number
  log: Logger
  connectTimeoutMs?: number | undefined
  /** The limit of the server, for background work. */
  statementTimeoutMs?: number
  /** How long a request waits for a connection, and for each statement. */
  requestTimeoutMs?: number | undefined
  /** How often a probe tests whether an outage has ended. */
  probeEveryMs?: number
  /**
   * `unnamed` leaves nothing in a session, for a pooler that gives each transaction another one.
   * The server then has its own limit of a statement, except in transactions.
   */
  statements?: 'named' | 'unnamed' | undefined
}

const maxAttempts = 6

/** Creates a pool with prepared statements and timeouts, which fails fast during an outage. */
export function createPostgresDb(options: PostgresOptions): Db {
  const { url, log, connectTimeoutMs = 3_000, statementTimeoutMs = 5_000 } = options
  const { requestTimeoutMs = 2_000, probeEveryMs = 250, statements = 'named' } = options
  const servers = readDatabaseServers(url)
  const isNamed = statements === 'named'
  const begin = isNamed ? 'begin' : `begin; set local statement_timeout = ${statementTimeoutMs}`
  const loop = watchLoop()
  const nameOf = isNamed ? createStatementNames() : () => undefined
  const availability = createAvailability({ probe, everyMs: probeEveryMs, log })
  const calls = createCallWatch(availability.suspect)
  let serverUrl = servers.urls[0] ?? url
  let pool = createPool()
  /** The search for the right server, once there are several. */
  let locating: Promise<void> | null = null
  let isLocated = servers.urls.length === 1

  availability.onChange((isAvailable, reason) => {
    if (isAvailable) return
    // Idle connections may be dead without a sign, so those after the outage are new.
    replacePool()
    calls.abandonAll(reason)
  })

  function replacePool(): void {
    void pool.end().catch(logLost)
    pool = createPool()
  }

  function createPool(): Pool {
    const created = new Pool({
      connectionString: serverUrl,
      max: options.poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      // A pooler refuses parameters of a session that it does not know.
      ...(isNamed && { statement_timeout: statementTimeoutMs }),
      // The server of an address may have become a standby since the last connection.
      ...(servers.kind !== 'any' && {
        verify: (client, done) => void requireKind(client, servers.kind).then(() => done(), done),
      }),
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'tallystick',
    })
    // A connection may break while idle or between two statements. Its next use fails anyway;
    // without a listener the error event would end the process.
    created.on('error', logLost)
    created.on('connect', (client) => client.on('error', logLost))
    return created
  }

  function logLost(error: Error): void {
    log.debug({ err: error }, 'database connection lost')
  }

  async function probe(): Promise<void> {
    const timeoutMs = connectTimeoutMs / 3
    try {
      await findServer(timeoutMs)
    } catch (error) {
      if (availability.isAvailable() && loop.wasBlocked(timeoutMs)) return
      throw error
    }
  }

  /** Finds the server that may write and directs further connections to it. */
  async function findServer(timeoutMs: number): Promise<void> {
    const kind = servers.kind === 'any' ? 'read-write' : servers.kind
    const { client, url: found } = await openConnection(
      { urls: servers.urls, kind },
      {
        applicationName: 'tallystick-probe',
        connectTimeoutMs: timeoutMs,
        queryTimeoutMs: timeoutMs,
      },
    )
    endSoon(client)
    isLocated = true
    if (found === serverUrl) return
    serverUrl = found
    log.info('data store moved to another server')
    replacePool()
  }

  function within(limitMs: number): Pick<Db, 'query' | 'transaction' | 'writeOnCommit'> {
    async function run<Row extends object>(
      client: PoolClient,
      sql: string,
      params: readonly unknown[] = [],
    ) {
      const statement = { name: nameOf(sql), text: sql, values: [...params] }
      const result = await calls.watch(client.query<Row>(statement), limitMs)
      return { rows: result.rows, rowCount: result.rowCount ?? 0 }
    }

    /** Runs `work` with a connection. A broken one is destroyed, not returned to the pool. */
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
        client.release(kind === 'connection' || kind === 'abandoned')
        if (kind === 'overloaded') {
          throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
        }
        if (kind === 'connection') availability.fail(error)
        else if (kind !== 'abandoned') throw error
        throw new StoreUnavailable({ mayHaveCommitted: mayHaveCommitted(), cause: error })
      }
    }

    async function connect(): Promise<PoolClient> {
      if (!availability.isAvailable()) throw new StoreUnavailable({ mayHaveCommitted: false })
      const connecting = isLocated ? pool.connect() : locateAndConnect()
      try {
        return await calls.watch(connecting, limitMs)
      } catch (error) {
        const kind = kindOfPgError(error)
        if (kind === 'abandoned') releaseLate(connecting)
        // Whatever refuses a connection, such as a changed password, refuses it to every caller.
        else if (kind !== 'overloaded') recordFailure(error)
        throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
      }
    }

    /** Searches once for all calls that wait for the first connection. */
    async function locateAndConnect(): Promise<PoolClient> {
      locating ??= findServer(connectTimeoutMs).finally(() => {
        locating = null
      })
      await locating
      return pool.connect()
    }

    async function transactOnce<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> {
      let committing = false
      const effects: (() => void)[] = []
      const writes = new Map<string, Set<string>>()
      const result = await withClient(
        async (client) => {
          await calls.watch(client.query(begin), limitMs)
          try {
            const result = await work({
              query: (sql, params) => run(client, sql, params),
              afterCommit: (effect) => effects.push(effect),
              async writeOnCommit(sql, rows) {
                const present = writes.get(sql) ?? new Set()
                writes.set(sql, present)
                for (const row of rows) present.add(JSON.stringify(row))
              },
            })
            committing = true
            await calls.watch(client.query(commitWith(writes)), limitMs)
            return result
          } catch (error) {
            const kind = kindOfPgError(error)
            if (kind !== 'connection' && kind !== 'abandoned') {
              await calls.watch(client.query('rollback'), limitMs)
            }
            throw error
          }
        },
        () => committing,
      )
      for (const effect of effects) runEffect(effect)
      return result
    }

    const query: Db['query'] = (sql, params) =>
      withClient(
        (client) => run(client, sql, params),
        () => true,
      )

    return {
      query,
      async writeOnCommit(sql, rows) {
        if (rows.length > 0) await query(sql, [JSON.stringify(rows)])
      },
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
    }
  }

  /** Returns a connection to its pool that came after its caller gave up. */
  function releaseLate(connecting: Promise<PoolClient>): void {
    connecting.then(
      (client) => client.release(),
      () => {},
    )
  }

  /** Begins an outage, unless this process was too busy to notice a response within the timeout. */
  function recordFailure(error: unknown): void {
    if (isDriverTimeout(error) && loop.wasBlocked(connectTimeoutMs)) {
      log.warn({ err: error }, 'event loop was blocked, so a call to the data store timed out')
      return
    }
    availability.fail(error)
  }

  /** Catches errors: after the commit, a failed effect must not look like a failed write. */
  function runEffect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      log.error({ err: error }, 'effect after commit failed')
    }
  }

  const shared = {
    afterCommit: runEffect,
    isAvailable: availability.isAvailable,
    onChange: availability.onChange,
    patient: () => patient,
    async close() {
      loop.close()
      availability.close()
      await pool.end()
      calls.close()
    },
  }
  // A hanging server cannot enforce its own timeout, so the client has a slightly longer one.
  const patient: Db = { ...shared, ...within(statementTimeoutMs + 1_000) }
  return { ...shared, ...within(requestTimeoutMs) }
}

/**
 * Returns the text that commits a transaction after its last writes. One message can hold several
 * statements only without parameters, so the rows are part of the text, in hexadecimal digits.
 */
function commitWith(writes: ReadonlyMap<string, ReadonlySet<string>>): string {
  const statements = Array.from(writes).flatMap(([sql, rows]) => {
    if (rows.size === 0) return []
    const digits = Buffer.from(`[${[...rows].join(',')}]`).toString('hex')
    return sql.replaceAll('$1', () => `convert_from(decode('${digits}', 'hex'), 'utf8')::jsonb`)
  })
  return [...statements, 'commit'].join('; ')
}
