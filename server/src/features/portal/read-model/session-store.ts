import type { PortalRef } from '../../../auth/portal-tokens.js'
import type { Address } from '../../../lib/hex.js'
import { HOUR_MS, MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'
import { anyPayment } from '../../payments/read-model/in-flight-sql.js'
import type { FailureCode } from '../../receipts/status/failures.js'
import type { PortalSession } from '../checkout/portal-session.js'

type StoredSession = Omit<PortalSession, 'attempt'> & {
  attemptCode: FailureCode | null
  attemptAt: UnixMs | null
}

const sessionColumns = defineColumns<StoredSession>({
  merchant: 'text',
  receiptId: 'text',
  openedAt: 'time',
  lastSeenAt: 'time',
  startedAt: 'time',
  attemptCode: 'text',
  attemptAt: 'time',
  attempts: 'int',
  checkouts: { kind: 'texts', name: 'checkout_hashes' },
})
const changedColumns = sessionColumns.omit('merchant', 'receiptId', 'openedAt')

/** Finds the session of a receipt. Lock the receipt before you change it. */
export async function findSession(
  db: Queryable,
  { merchant, receiptId }: PortalRef,
): Promise<PortalSession | null> {
  const stored = await sessionColumns.find(
    db,
    `select ${sessionColumns.fields} from portal_sessions where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId],
  )
  if (!stored) return null
  const { attemptCode: code, attemptAt: at, ...session } = stored
  return { ...session, attempt: code === null || at === null ? null : { code, at } }
}

export async function upsertSession(db: Queryable, session: PortalSession): Promise<void> {
  const { attempt } = session
  await db.query(
    `insert into portal_sessions (${sessionColumns.names}) values (${sessionColumns.placeholders})
     on conflict (merchant, receipt_id) do update set ${changedColumns.excluded}`,
    sessionColumns.paramsOf({
      ...session,
      attemptCode: attempt?.code ?? null,
      attemptAt: attempt?.at ?? null,
    }),
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
  const { rows } = await db.query<PortalRef>(
    `select merchant, receipt_id as "receiptId" from portal_sessions
     where attempt_at <= $1 and attempt_at is not null order by attempt_at limit $2`,
    [before, limit],
  )
  return rows
}

/**
 * Lists started checkouts of all merchants that have been idle since `before`: sessions on the
 * payment page, and receipts whose checkout was reported through the API without a session.
 */
export async function listIdle(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<PortalRef[]> {
  const { rows } = await db.query<PortalRef>(
    `(select merchant, receipt_id as "receiptId" from ${idleSessions('$1')} order by last_seen_at limit $2)
     union
     (select merchant, id from ${idleReceipts('$1')} order by updated_at limit $2)`,
    [before, limit],
  )
  return rows
}

/** SQL of sessions whose checkout has been idle since a time. */
const idleSessions = (before: string) => `portal_sessions
  where last_seen_at <= ${before} and started_at is not null`

/** SQL of receipts whose checkout has been idle since a time, on the page and in the API. */
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

/** Deletes all rows of a merchant's sales. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from portal_sessions where merchant = $1', [merchant])
}
