import type { Address } from '../../../lib/hex.js'
import type { Cents, Micros } from '../../../lib/money.js'
import type { ReceiptStatus } from '../../../lib/receipt-statuses.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { creditOf } from '../../ledger/credit-sql.js'
import { isBlocking } from '../../payments/read-model/blocked-receipts.js'

/** The state that decides whether a receipt needs the attention of staff. */
export type ReceiptState = {
  merchant: Address
  id: string
  status: ReceiptStatus
  mismatch: string | null
  refundDue: boolean
  isArchived: boolean
  totalUsdCents: Cents
  /** The part of the money that is not assigned yet. */
  creditMicros: Micros
  isOversold: boolean
  isCardBlocked: boolean
}

export type ReceiptKey = { merchant: Address; id: string }

const columns = defineColumns<ReceiptState>({
  merchant: 'text',
  id: 'text',
  status: 'text',
  mismatch: 'text',
  refundDue: 'boolean',
  isArchived: { kind: 'boolean', sql: 'r.archived_at is not null' },
  totalUsdCents: 'cents',
  creditMicros: { kind: 'micros', sql: creditOf('r') },
  isOversold: {
    kind: 'boolean',
    sql: `exists (
      select from oversold_items o where o.merchant = r.merchant and o.receipt_id = r.id
    )`,
  },
  isCardBlocked: {
    kind: 'boolean',
    sql: `exists (
      select from onramp_sessions s
      where s.merchant = r.merchant and s.receipt_id = r.id and ${isBlocking}
    )`,
  },
})

/** Returns the states of the receipts that exist. */
export async function listReceiptStates(
  db: Queryable,
  receipts: readonly ReceiptKey[],
): Promise<ReceiptState[]> {
  return columns.list(
    db,
    `select ${columns.fieldsOf('r')} from unnest($1::text[], $2::text[]) as given (merchant, id)
     join receipts r on r.merchant = given.merchant and r.id = given.id`,
    [receipts.map(({ merchant }) => merchant), receipts.map(({ id }) => id)],
  )
}
