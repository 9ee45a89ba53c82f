import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from './db.js'

/** A place in the log of writes. Positions of two timelines cannot be compared. */
export type LogPosition = { lsn: bigint; timeline: number; system: string }

export type PositionRow = { lsn: string; timeline: number; system: string }

/**
 * The flushed position: every acknowledged commit is before it, and all of it is sent to replicas.
 * The name of a log file begins with the timeline.
 */
const readPosition = `
  select pg_current_wal_flush_lsn()::text as lsn,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

/** Stays the same in a cluster. The server reads a file for it, so it is read once. */
const readSystem = 'select system_identifier::text as system from pg_control_system()'

/**
 * Returns a function that reads the position of the primary. Calls share a statement that is sent
 * after all of them, at most one in `gapMs`, so that many readers cost the primary little.
 */
export function createPrimaryPosition(
  primary: Queryable,
  { gapMs = 40 }: { gapMs?: number } = {},
): () => Promise<LogPosition> {
  let system: string | null = null
  let unsent: Promise<LogPosition> | null = null
  let sentAt = Number.NEGATIVE_INFINITY

  async function send(): Promise<LogPosition> {
    await sleep(Math.max(0, sentAt + gapMs - performance.now()))
    unsent = null
    sentAt = performance.now()
    const { rows } = await primary.query<Omit<PositionRow, 'system'>>(readPosition)
    system ??=
      (await primary.query<Pick<PositionRow, 'system'>>(readSystem)).rows[0]?.system ?? null
    const [row] = rows
    if (!row || system === null) throw new Error('The database did not return its position')
    return toPosition({ ...row, system })
  }

  return () => {
    unsent ??= send()
    return unsent
  }
}

/** Reads a position, which the server writes as two hexadecimal numbers. */
export function toPosition({ lsn, timeline, system }: PositionRow): LogPosition {
  const [high = '0', low = '0'] = lsn.split('/')
  return { lsn: (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`), timeline, system }
}

/** Returns whether a server at `position` has everything that was written before `target`. */
export function hasReached(position: LogPosition, target: LogPosition): boolean {
  const isSameLog = position.system === target.system && position.timeline === target.timeline
  return isSameLog && position.lsn >= target.lsn
}
