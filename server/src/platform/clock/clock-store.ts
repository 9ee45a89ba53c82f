import type { Queryable } from '../db/db.js'

/** How far the sandbox's clock is ahead of the real one. */
export async function readAheadMs(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ahead_ms: string }>('select ahead_ms from sandbox_clock')
  return Number(rows[0]?.ahead_ms ?? 0)
}

/** Turns the clock forward and returns how far it is ahead now. Several at once add up. */
export async function addAheadMs(db: Queryable, advanceMs: number): Promise<number> {
  const { rows } = await db.query<{ ahead_ms: string }>(
    `insert into sandbox_clock (ahead_ms) values ($1)
     on conflict (only_row) do update set ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms
     returning ahead_ms`,
    [advanceMs],
  )
  return Number(rows[0]?.ahead_ms)
}
