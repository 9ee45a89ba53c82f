import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from '../log.js'
import { createCallWatch } from './call-watch.js'
import { readDatabaseServers } from './database-url.js'
import type { Db } from './db.js'
import { openConnection } from './open-connection.js'
import { kindOfPgError } from './pg-errors.js'
import {
  createPrimaryPosition,
  hasReached,
  type LogPosition,
  type PositionRow,
  toPosition,
} from './primary-position.js'
import { createStatementNames } from './statement-names.js'
import { StoreUnavailable } from './store-unavailable.js'

type ReplicaOptions = {
  primary: Db
  /** May name several servers. One of them is used at a time. */
  url: string
  poolSize: number
  log: Logger
  statements?: 'named' | 'unnamed'
  /** How long a read waits for the replica to catch up. */
  maxWaitMs?: number
  /** How long the primary answers all reads after the replica failed or lagged. */
  restMs?: number
  /** The limit of one statement. */
  statementTimeoutMs?: number
}

export type Replica = {
  /**
   * Returns the primary, except that `query` outside a transaction reads from the replica if it
   * can. For one request: its reads have what was acknowledged before the first of them.
   */
  beginReads(): Db
  state(): ReplicaState
  close(): Promise<void>
}

/** `reason` is null while the replica answers reads. */
type ReplicaState = { reads: number; fallbacks: number; reason: string | null }

const connectTimeoutMs = 1_000
const positionTimeoutMs = 500
const pollMs = 4

/** The timeline of the control file is older than that of the last record for some minutes. */
const readReplicaPosition = `
  select pg_last_wal_replay_lsn()::text as lsn,
    greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline, receiver.received_tli) as timeline,
    system.system_identifier::text as system
  from pg_control_checkpoint() checkpoint, pg_control_recovery() recovery, pg_control_system() system
    left join pg_stat_wal_receiver receiver on true
  where pg_is_in_recovery()`

/** The replica cannot answer now. The primary can. */
class ReplicaUnusable extends Error {
  override readonly name = 'ReplicaUnusable'
}

/**
 * Creates a database whose reads are answered by a replica, and never with less than what was
 * acknowledged to any caller of any process before the reads began: the first of them asks the
 * primary for its position, and each waits until the replica has reached it. The primary answers
 * when the replica lags, fails, or is no replica of it.
 */
export function createReplica(options: ReplicaOptions): Replica {
  const { primary, log, statements = 'named', maxWaitMs = 200, restMs = 1_000 } = options
  const { statementTimeoutMs = 2_000 } = options
  const servers = readDatabaseServers(options.url)
  const isNamed = statements === 'named'
  const nameOf = isNamed ? createStatementNames() : () => undefined
  const readTarget = createPrimaryPosition(primary)
  const calls = createCallWatch(() => {})
  /** How far the server of each connection was when it was last asked. */
  const positions = new WeakMap<PoolClient, LogPosition>()
  const state: ReplicaState = { reads: 0, fallbacks: 0, reason: null }
  let pool: Promise<Pool> | null = null
  let restsUntil = 0

  async function openPool(): Promise<Pool> {
    const kind = servers.kind === 'any' ? 'any' : 'standby'
    const options = { applicationName: 'tallystick-replica', connectTimeoutMs }
    const { client, url } = await openConnection({ urls: servers.urls, kind }, options)
    client.end().catch(() => {})
    return createPool(url)
  }

  function createPool(connectionString: string): Pool {
    const created = new Pool({
      connectionString,
      max: options.poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      ...(isNamed && { statement_timeout: statementTimeoutMs }),
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'tallystick-replica',
    })
    created.on('error', () => {})
    created.on('connect', (client) => client.on('error', () => {}))
    return created
  }

  function rest(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (state.reason === null) log.warn({ reason }, 'reads moved from the replica to the primary')
    state.reason = reason
    restsUntil = performance.now() + restMs
    // The server may be another one when it is tried again.
    if (!(error instanceof ReplicaUnusable) || servers.urls.length > 1) closePool()
  }

  function closePool(): void {
    void pool?.then(
      (open) => open.end(),
      () => {},
    )
    pool = null
  }

  async function readFromReplica<Row extends object>(
    target: LogPosition,
    { sql, params }: { sql: string; params: readonly unknown[] },
  ) {
    const client = await connect()
    let isBroken = true
    try {
      await waitUntil(client, target)
      const statement = { name: nameOf(sql), text: sql, values: [...params] }
      const result = await calls.watch(client.query<Row>(statement), statementTimeoutMs + 500)
      isBroken = false
      return { rows: result.rows, rowCount: result.rowCount ?? 0 }
    } catch (error) {
      isBroken = isConnectionLost(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  async function connect(): Promise<PoolClient> {
    pool ??= openPool()
    const opened = await pool
    const connecting = opened.connect()
    try {
      return await calls.watch(connecting, connectTimeoutMs)
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw error
    }
  }

  /** @throws {ReplicaUnusable} when the replica does not catch up in time. */
  async function waitUntil(client: PoolClient, target: LogPosition): Promise<void> {
    const last = positions.get(client)
    if (last && hasReached(last, target)) return
    const endsAt = performance.now() + maxWaitMs
    for (;;) {
      const reading = client.query<PositionRow>(readReplicaPosition)
      const { rows } = await calls.watch(reading, positionTimeoutMs)
      const [row] = rows
      if (!row?.lsn) throw new ReplicaUnusable('the server is no replica')
      const position = toPosition(row)
      positions.set(client, position)
      if (hasReached(position, target)) return
      requireSameLog(position, target)
      if (performance.now() > endsAt) throw new ReplicaUnusable('the replica lags')
      await sleep(pollMs)
    }
  }

  function beginReads(): Db {
    let target: Promise<LogPosition> | null = null
    return {
      ...primary,
      async query<Row extends object>(sql: string, params: readonly unknown[] = []) {
        if (performance.now() < restsUntil) return primary.query<Row>(sql, params)
        try {
          target ??= readTarget()
          const result = await readFromReplica<Row>(await target, { sql, params })
          state.reads += 1
          if (state.reason !== null) log.info('the replica answers reads again')
          state.reason = null
          return result
        } catch (error) {
          // The primary is unavailable, or would refuse this statement as well.
          if (error instanceof StoreUnavailable || !isOfReplica(error)) throw error
          if (isTooSlow(error))
            throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
          // The next read asks again: another server may be the primary by then.
          target = null
          if (!isConflict(error)) rest(error)
          state.fallbacks += 1
          return primary.query<Row>(sql, params)
        }
      },
    }
  }

  return {
    beginReads,
    state: () => ({ ...state }),
    async close() {
      calls.close()
      const open = await pool?.catch(() => null)
      await open?.end()
    },
  }
}

function requireSameLog(position: LogPosition, target: LogPosition): void {
  if (position.system !== target.system) {
    throw new ReplicaUnusable('the server is a replica of another database')
  }
  if (position.timeline !== target.timeline) {
    throw new ReplicaUnusable('the replica has not followed the last promotion yet')
  }
}

/** Returns whether an error says nothing about the statement, so that the primary may run it. */
function isOfReplica(error: unknown): boolean {
  return error instanceof ReplicaUnusable || kindOfPgError(error) !== 'statement'
}

/** Returns whether the server canceled the statement, which conflicts with what it replays. */
function isConflict(error: unknown): boolean {
  return kindOfPgError(error) === 'retry'
}

/** Returns whether the server ended the statement at its limit. It would burden the primary. */
function isTooSlow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

function isConnectionLost(error: unknown): boolean {
  return ['connection', 'abandoned'].includes(kindOfPgError(error))
}
