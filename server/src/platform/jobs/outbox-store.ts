import { type UnixMs, unixMs } from '../../lib/time.js'
import { databaseNow } from '../db/database-now.js'
import type { Queryable } from '../db/db.js'

/** Work to be done once. Handlers may see it again after a crash, so they must be repeatable. */
export type Task = {
  merchant: string
  id: string
  topic: string
  payload: unknown
  runAt: UnixMs
  /** Counts this attempt too. */
  attempts: number
}

type TaskRow = {
  merchant: string
  id: string
  topic: string
  payload: unknown
  run_at: string
  attempts: number
}

/** Writes a task; called in the transaction that makes it necessary. The same id twice is one task. */
export async function enqueueTask(
  db: Queryable,
  task: Omit<Task, 'attempts'> & { createdAt: UnixMs },
): Promise<void> {
  await db.query(
    `insert into outbox (merchant, id, topic, payload, run_at, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (merchant, id) do nothing`,
    [task.merchant, task.id, task.topic, JSON.stringify(task.payload), task.runAt, task.createdAt],
  )
}

/**
 * Takes due tasks into `owner`'s hands until the lease ends. `skip locked` only spares waiting:
 * what keeps two owners apart is that the update looks at the lease again.
 */
export async function claimTasks(
  db: Queryable,
  claim: { topics: string[]; owner: string; leaseMs: number; now: UnixMs; limit: number },
): Promise<Task[]> {
  const { rows } = await db.query<TaskRow>(
    `update outbox
     set leased_by = $1, leased_until = ${databaseNow} + $2::bigint, attempts = attempts + 1
     where (merchant, id) in (
       select merchant, id from outbox
       where state = 'waiting' and run_at <= $3 and topic = any($4)
         and leased_until <= ${databaseNow}
       order by run_at limit $5
       for update skip locked
     ) and leased_until <= ${databaseNow}
     returning merchant, id, topic, payload, run_at, attempts`,
    [claim.owner, claim.leaseMs, claim.now, claim.topics, claim.limit],
  )
  return rows.map((row) => ({ ...row, runAt: unixMs(Number(row.run_at)) }))
}

/**
 * Keeps these tasks from being taken while `owner` is still at them. Named one by one: a task whose
 * result could not be written is nobody's any more and must run out.
 */
export async function renewTaskLeases(
  db: Queryable,
  lease: { owner: string; leaseMs: number; tasks: readonly Task[] },
): Promise<void> {
  await db.query(
    `update outbox set leased_until = ${databaseNow} + $2::bigint
     where leased_by = $1 and (merchant, id) in (select * from unnest($3::text[], $4::text[]))`,
    [
      lease.owner,
      lease.leaseMs,
      lease.tasks.map(({ merchant }) => merchant),
      lease.tasks.map(({ id }) => id),
    ],
  )
}

/** Removes a task that is done. False when its lease was lost and somebody else has it now. */
export async function completeTask(db: Queryable, task: Task, owner: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from outbox where merchant = $1 and id = $2 and leased_by = $3 and attempts = $4`,
    [task.merchant, task.id, owner, task.attempts],
  )
  return rowCount === 1
}

/** Lets go of a task: to be tried again at `runAt`, or never when it is dead. */
export async function postponeTask(
  db: Queryable,
  task: Task,
  owner: string,
  change: { state: 'waiting' | 'dead'; runAt: UnixMs; error: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outbox
     set leased_by = null, leased_until = 0, state = $5, run_at = $6, last_error = $7
     where merchant = $1 and id = $2 and leased_by = $3 and attempts = $4`,
    [task.merchant, task.id, owner, task.attempts, change.state, change.runAt, change.error],
  )
  return rowCount === 1
}

/** When the next free task of these topics is due, or `null` when there is none. */
export async function findNextRunAt(db: Queryable, topics: string[]): Promise<UnixMs | null> {
  const { rows } = await db.query<{ run_at: string }>(
    `select run_at from outbox
     where state = 'waiting' and topic = any($1) and leased_until <= ${databaseNow}
     order by run_at limit 1`,
    [topics],
  )
  return rows[0] ? unixMs(Number(rows[0].run_at)) : null
}

const countedAtMost = 10_000

/** How much waits (counted up to 10,000) and how long the oldest due task has been waiting. */
export async function summariseOutbox(
  db: Queryable,
  now: UnixMs,
): Promise<{ pending: number; overdueMs: number }> {
  const { rows } = await db.query<{ pending: string; oldest: string | null }>(
    `select count(*) as pending, min(run_at) as oldest from (
       select run_at from outbox where state = 'waiting' order by run_at limit ${countedAtMost}
     ) as waiting`,
  )
  const oldest = rows[0]?.oldest ?? null
  return {
    pending: Number(rows[0]?.pending ?? 0),
    overdueMs: oldest === null ? 0 : Math.max(0, now - Number(oldest)),
  }
}

/** Forgets dead tasks written before `before` and says how many. */
export async function deleteDeadTasks(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query(
    `delete from outbox where state = 'dead' and created_at < $1`,
    [before],
  )
  return rowCount
}
