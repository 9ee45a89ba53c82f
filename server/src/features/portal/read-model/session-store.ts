import type { PortalRef } from '../../../auth/portal-tokens.js'
import type { Address } from '../../../lib/hex.js'
import { HOUR_MS, MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import { toTime, toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'
import { anyPayment } from '../../payments/in-flight-sql.js'
import type { FailureCode } from '../../receipts/status/failures.js'
import type { PortalSession } from '../checkout/portal-session.js'

type SessionRow = {
  merchant: Address
  receipt_id: string
  opened_at: string
  last_seen_at: string
  started_at: string | null
  attempt_code: FailureCode | null
  attempt_at: string | null
  attempts: number
  checkout_hashes: string[]
}

const columns = `merchant, receipt_id, opened_at, last_seen_at, started_at, attempt_code, attempt_at,
  attempts, checkout_hashes`

/** Finds the session of a receipt. Lock the receipt before you change it. */
export async function findSession(
  db: Queryable,
  { merchant, receiptId }: PortalRef,
): Promise<PortalSession | null> {
  const { rows } = await db.query<SessionRow>(
    `select ${columns} from portal_sessions where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId],
  )
  return rows[0] ? toSession(rows[0]) : null
}

export async function upsertSession(db: Queryable, session: PortalSession): Promise<void> {
  const { attempt } = session
  await db.query(
    `insert into portal_sessions (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (merchant, receipt_id) do update
     set last_seen_at = $4, started_at = $5, attempt_code = $6, attempt_at = $7, attempts = $8,
       checkout_hashes = $9`,
    [
      session.merchant,
      session.receiptId,
      session.openedAt,
      session.lastSeenAt,
      session.startedAt,
      attempt?.code ?? null,
      attempt?.at ?? null,
      session.attempts,
      session.checkouts,
    ],
  )
}

/** Returns whether a receipt has a payment in flight, or one of a cent or more that may count. */
export async function hasPayment(
  db: Queryable,
  { merchant, receiptId }: PortalRef,
): Promise<boolean> {
  return (await db.query(anyPayment, [merchant, receiptId])).rows.length > 0
}

/** Lists sessions of all merchants whose last attempt failed at `before` or earlier. */
export async function listAbandoned(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<PortalRef[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `select merchant, receipt_id from portal_sessions
     where attempt_at <= $1 and attempt_at is not null order by attempt_at limit $2`,
    [before, limit],
  )
  return rows.map(toRef)
}

/**
 * Lists started checkouts of all merchants that have been idle since `before`: sessions on the
 * payment page, and receipts whose checkout was reported through the API without a session.
 */
export async function listIdle(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<PortalRef[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `(select merchant, receipt_id from ${idleSessions('$1')} order by last_seen_at limit $2)
     union
     (select merchant, id from ${idleReceipts('$1')} order by updated_at limit $2)`,
    [before, limit],
  )
  return rows.map(toRef)
}

/** SQL of sessions whose checkout has been idle since a time. */
const idleSessions = (before: string) => `portal_sessions
  where last_seen_at <= ${before} and started_at is not null`

/** SQL of receipts whose checkout has been idle since a time, on the payment page and in the API. */
const idleReceipts = (before: string) => `receipts r
  where updated_at <= ${before} and status in ('checkout_initialized', 'checkout_success')
    and not exists (
      select from portal_sessions s where s.merchant = r.merchant and s.receipt_id = r.id
        and s.last_seen_at > ${before}
    )`

/** How long a buyer may take to try again after a failed attempt. */
export const attemptWaitMs = 10 * MINUTE_MS
/** How long a checkout may be idle before it fails. */
export const idleMs = HOUR_MS

export const overdueSessions: WorkSource = {
  topic: 'deadlines',
  sql: `exists (
      select from portal_sessions where attempt_at <= $1 - ${attemptWaitMs} and attempt_at is not null
    )
    or exists (select from ${idleSessions(`$1 - ${idleMs}`)})
    or exists (select from ${idleReceipts(`$1 - ${idleMs}`)})`,
}

function toRef(row: { merchant: Address; receipt_id: string }): PortalRef {
  return { merchant: row.merchant, receiptId: row.receipt_id }
}

function toSession(row: SessionRow): PortalSession {
  const { attempt_code: code, attempt_at: at } = row
  return {
    ...toRef(row),
    openedAt: toTime(row.opened_at),
    lastSeenAt: toTime(row.last_seen_at),
    startedAt: toTimeOrNull(row.started_at),
    attempt: code === null ? null : { code, at: toTime(at ?? '0') },
    attempts: row.attempts,
    checkouts: row.checkout_hashes,
  }
}

/** Deletes all rows of a merchant's sales. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from portal_sessions where merchant = $1', [merchant])
}
