import type { Queryable } from '../db/db.js'

/** How far the sandbox clock is ahead of real time, and how often it was reset. */
export type StoredClock = { aheadMs: number; resets: number }

type Row = { ahead_ms: string; resets: number }

export async function readClock(db: Queryable): Promise<StoredClock> {
  const { rows } = await db.query<Row>('select ahead_ms, resets from sandbox_clock')
  return toClock(rows[0])
}

/** Advances the clock and returns it. Concurrent calls add up. */
export async function addAheadMs(db: Queryable, advanceMs: number): Promise<StoredClock> {
  const { rows } = await db.query<Row>(
    `insert into sandbox_clock (ahead_ms) values ($1)
     on conflict (is_only_row) do update set ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms
     returning ahead_ms, resets`,
    [advanceMs],
  )
  return toClock(rows[0])
}

/** Returns the clock to real time. */
export async function resetAheadMs(db: Queryable): Promise<StoredClock> {
  const { rows } = await db.query<Row>(
    `insert into sandbox_clock (ahead_ms, resets) values (0, 1)
     on conflict (is_only_row) do update set ahead_ms = 0, resets = sandbox_clock.resets + 1
     returning ahead_ms, resets`,
  )
  return toClock(rows[0])
}

function toClock(row: Row | undefined): StoredClock {
  return { aheadMs: Number(row?.ahead_ms ?? 0), resets: row?.resets ?? 0 }
}
