import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import { isBlocking } from '../payments/read-model/blocked-receipts.js'
import { inFlightTo } from '../payments/read-model/in-flight-sql.js'
import type { ProviderName } from './provider.js'
import type { OnrampSession } from './session.js'

const sessionColumns = defineColumns<OnrampSession>({
  merchant: 'text',
  id: 'text',
  receiptId: 'text',
  provider: 'text',
  sessionId: 'text',
  url: 'text',
  state: 'text',
  isLimited: 'boolean',
  units: 'units',
  sourceUsdCents: 'cents',
  txHash: 'text',
  failureCode: 'text',
  eventAt: 'time',
  createdAt: 'time',
  updatedAt: 'time',
  expiresAt: 'time',
})

/** Inserts a session, or updates it. Lock the receipt first. */
export async function saveSession(db: Queryable, session: OnrampSession): Promise<void> {
  await db.query(
    `insert into onramp_sessions (${sessionColumns.names}) values (${sessionColumns.placeholders})
     on conflict (merchant, id) do update set ${sessionColumns.omit('merchant', 'id').excluded}`,
    sessionColumns.paramsOf(session),
  )
}

export function findSession(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<OnrampSession | null> {
  return sessionColumns.find(
    db,
    `select ${sessionColumns.fields} from onramp_sessions where merchant = $1 and id = $2`,
    [merchant, id],
  )
}

/** Lists the sessions of receipts, newest first. Their number per receipt and day is limited. */
export function listSessions(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<OnrampSession[]> {
  return sessionColumns.list(
    db,
    `select ${sessionColumns.fields} from onramp_sessions
     where merchant = $1 and receipt_id = any($2) order by created_at desc, id`,
    [merchant, receiptIds],
  )
}

/**
 * Returns whether the money of a complete session is on its way to a receipt. It is until it is
 * recorded as a payment, or its transaction was in no block for an hour or paid nothing.
 */
export async function isDelivering(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from onramp_sessions session
     join (${inFlightTo({ merchant: '$1', id: '$2' })}) as sent on sent.hash = session.tx_hash
     where session.merchant = $1 and session.receipt_id = $2 and session.state = 'complete'
     limit 1`,
    [merchant, receiptId],
  )
  return rows.length > 0
}

/** Lists the sessions of all merchants with this id at the provider. */
export function listSharing(
  db: Queryable,
  { provider, sessionId }: { provider: ProviderName; sessionId: string },
): Promise<OnrampSession[]> {
  return sessionColumns.list(
    db,
    `select ${sessionColumns.fields} from onramp_sessions
     where provider = $1 and session_id = $2 order by created_at limit 20`,
    [provider, sessionId],
  )
}

type StoredCallback = { merchant: Address; session: string; eventId: string; receivedAt: UnixMs }

const callbackColumns = defineColumns<StoredCallback>({
  merchant: 'text',
  session: 'text',
  eventId: 'text',
  receivedAt: 'time',
})

/** Records a callback. Returns false if it is known. */
export async function insertCallback(db: Queryable, callback: StoredCallback): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into onramp_callbacks (${callbackColumns.names})
     values (${callbackColumns.placeholders}) on conflict do nothing`,
    callbackColumns.paramsOf(callback),
  )
  return rowCount === 1
}

/** Deletes a batch of callbacks received at `before` or earlier. Returns their number. */
export async function deleteCallbacks(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from onramp_callbacks where (merchant, session, event_id) in (
       select merchant, session, event_id from onramp_callbacks where received_at <= $1 limit $2
     )`,
    [before, limit],
  )
  return rowCount
}

/** Ends payments without a report since `before`. Returns their number. */
export async function endLostSessions(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `update onramp_sessions set state = 'lost' where state = 'processing' and (merchant, id) in (
       select merchant, id from onramp_sessions
       where state = 'processing' and updated_at <= $1 order by updated_at limit $2
     )`,
    [before, limit],
  )
  return rowCount
}

/** Forgets the pages of sessions that ended at `before` or earlier. Returns their number. */
export async function forgetUrls(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `update onramp_sessions set url = null where (merchant, id) in (
       select merchant, id from onramp_sessions
       where url is not null and expires_at <= $1 order by expires_at limit $2
     )`,
    [before, limit],
  )
  return rowCount
}

/**
 * Forgets the pages and failures of all sessions of these receipts, except those that block a
 * receipt: erasing must not lift a legal check. Returns their number. Lock the receipts first.
 */
export async function forgetDetailsOf(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<number> {
  const { rowCount } = await db.query(
    `update onramp_sessions
     set url = null, failure_code = case when ${isBlocking} then failure_code end
     where merchant = $1 and receipt_id = any($2)
       and (url is not null or failure_code is not null and not ${isBlocking})`,
    [merchant, receiptIds],
  )
  return rowCount
}

/** Deletes all rows of a merchant's sales. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from onramp_callbacks where merchant = $1', [merchant])
  await db.query('delete from onramp_sessions where merchant = $1', [merchant])
}
