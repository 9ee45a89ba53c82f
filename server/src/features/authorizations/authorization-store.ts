import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Address, Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import { isInFlight } from '../payments/read-model/in-flight-sql.js'

/** A signed payment that was accepted, with the state of its transaction. */
export type AcceptedAuthorization = {
  transactionId: string
  key: string
  data: Hex
  state: OutgoingState
  hash: Hash | null
  at: UnixMs
  /** Whether its payment may still arrive, or has arrived and is not recorded yet. */
  isInFlight: boolean
  /** Whether its outcome has been handled. */
  hasEnded: boolean
  /** Whether a checkout submitted it. */
  isOfCheckout: boolean
}

const acceptedColumns = defineColumns<AcceptedAuthorization>({
  transactionId: 'text',
  key: { kind: 'text', sql: 'o.key' },
  data: { kind: 'text', sql: 'o.data' },
  state: { kind: 'text', sql: 'o.state' },
  hash: { kind: 'text', sql: 'o.hash' },
  at: { kind: 'time', name: 'created_at' },
  isInFlight: { kind: 'boolean', sql: isInFlight },
  hasEnded: { kind: 'boolean', sql: 'a.ended_at is not null' },
  isOfCheckout: 'boolean',
})
const unsentColumns = defineColumns<UnsentAuthorization>({
  merchant: 'text',
  receiptId: 'text',
  transactionId: 'text',
  data: { kind: 'text', sql: 'o.data' },
})
const finishedColumns = unsentColumns.omit('data')

/** Lists all authorizations of a receipt, newest first. Their number is limited. */
export async function listAuthorizations(
  db: Queryable,
  { merchant, receiptId }: PortalRef,
): Promise<AcceptedAuthorization[]> {
  return acceptedColumns.list(
    db,
    `select ${acceptedColumns.fieldsOf('a')}
     from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
     where a.merchant = $1 and a.receipt_id = $2
     order by a.created_at desc, a.transaction_id`,
    [merchant, receiptId],
  )
}

export async function insertAuthorization(
  db: Queryable,
  input: PortalRef & { transactionId: string; isOfCheckout: boolean; now: UnixMs },
): Promise<void> {
  await db.query(
    `insert into portal_authorizations (merchant, receipt_id, transaction_id, created_at, is_of_checkout)
     values ($1, $2, $3, $4, $5)`,
    [input.merchant, input.receiptId, input.transactionId, input.now, input.isOfCheckout],
  )
}

/** Lists finished authorizations of all merchants whose outcome is not handled yet. */
export async function listFinished(
  db: Queryable,
  limit: number,
): Promise<(PortalRef & { transactionId: string })[]> {
  return finishedColumns.list(
    db,
    `select ${finishedColumns.fieldsOf('a')}
     from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
     where a.ended_at is null and o.state in ('failed', 'reverted', 'final')
     order by a.created_at limit $1`,
    [limit],
  )
}

/** Marks the outcome as handled. */
export async function endAuthorization(
  db: Queryable,
  input: PortalRef & { transactionId: string; endedAt: UnixMs },
): Promise<void> {
  await db.query(
    `update portal_authorizations set ended_at = $4
     where merchant = $1 and receipt_id = $2 and transaction_id = $3 and ended_at is null`,
    [input.merchant, input.receiptId, input.transactionId, input.endedAt],
  )
}

/** Deletes all rows of a merchant's sales. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from portal_authorizations where merchant = $1', [merchant])
}

/** A signed payment whose transaction was never signed by the relayer. */
export type UnsentAuthorization = PortalRef & { transactionId: string; data: Hex }

/** Lists unsent authorizations of all merchants, in the order of signing. */
export async function listUnsent(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<UnsentAuthorization[]> {
  return unsentColumns.list(
    db,
    `select ${unsentColumns.fieldsOf('a')}
     from outgoing_transactions o
       join portal_authorizations a on a.merchant = o.merchant and a.transaction_id = o.id
     where o.chain_id = $1 and o.state = 'planned' and o.generation = 0
     order by o.priority, o.tried_at nulls first, o.planned_us limit $2`,
    [chainId, limit],
  )
}
