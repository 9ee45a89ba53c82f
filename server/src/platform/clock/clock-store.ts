import type { Queryable } from '../db/db.js'

/** Returns how far the sandbox clock is ahead of real time. */
export async function readAheadMs(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ahead_ms: string }>('select ahead_ms from sandbox_clock')
  return Number(rows[0]?.ahead_ms ?? 0)
}

/** Advances the clock and returns how far it is ahead now. Concurrent calls add up. */
export async function addAheadMs(db: Queryable, advanceMs: number): Promise<number> {
  const { rows } = await db.query<{ ahead_ms: string }>(
    `insert into sandbox_clock (ahead_ms) values ($1)
     on conflict (only_row) do update set ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms
     returning ahead_ms`,
    [advanceMs],
  )
  return Number(rows[0]?.ahead_ms)
}
