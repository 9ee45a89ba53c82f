import type { Address } from '../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { ValuedPayment } from '../../platform/chain/assets/value-payments.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { Payment, PaymentPart } from './payment.js'

type StoredPayment = Omit<Payment, 'parts' | 'chargeFee'> & {
  smallerPartUnits: BaseUnits | null
  smallerPartAt: UnixMs | null
  feeAccount: Address | null
  feeUnits: BaseUnits | null
  feeOwedUnits: BaseUnits
}

/** How the flush of a payment proceeds. */
type FlushProgress = {
  flushKey: string | null
  isFlushedAlone: boolean
  flushFailures: number
  flushAfter: UnixMs
}

export const paymentColumns = defineColumns<StoredPayment & FlushProgress>({
  chainId: 'number',
  transactionHash: { kind: 'text', name: 'tx_hash' },
  logIndex: 'int',
  merchant: 'text',
  receiptId: 'text',
  kind: 'text',
  token: 'text',
  units: 'units',
  payer: 'text',
  depositAddress: 'text',
  payoutAddress: 'text',
  blockNumber: 'bigint',
  blockHash: 'text',
  paidAt: 'time',
  smallerPartUnits: 'units',
  smallerPartAt: 'time',
  feeAccount: 'text',
  feeUnits: 'units',
  feeOwedUnits: 'units',
  feeClaimedBlock: 'bigint',
  state: 'text',
  mismatch: 'text',
  usdPerUnit: { kind: 'ppm', name: 'usd_per_unit_ppm' },
  usdMicros: 'micros',
  arrivedBlock: 'bigint',
  arrivedLog: 'int',
  releasedBlock: 'bigint',
  ledgerRevision: 'int',
  flushKey: 'text',
  isFlushedAlone: { kind: 'boolean', name: 'flush_alone' },
  flushFailures: 'int',
  flushAfter: 'time',
}).omit('flushKey', 'isFlushedAlone', 'flushFailures', 'flushAfter')

/** Lists all payments of a receipt, in chain order. */
export async function listPayments(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<Payment[]> {
  const stored = await paymentColumns.list(
    db,
    `select ${paymentColumns.fields} from payments where merchant = $1 and receipt_id = $2
     order by block_number, log_index`,
    [merchant, receiptId],
  )
  return stored.map(toPayment)
}

/** Sums the payments that count towards a receipt, by token and rate. */
export async function sumPayments(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<ValuedPayment[]> {
  const summed = await summedColumns.list(
    db,
    `select ${summedColumns.fields} from payments
     where merchant = $1 and receipt_id = $2 and state <> 'orphaned' and mismatch is null
     group by chain_id, token, usd_per_unit_ppm`,
    [merchant, receiptId],
  )
  return summed.map((sum) => ({ ...sum, mismatch: null, state: 'seen' }))
}

const summedColumns = paymentColumns
  .pick('chainId', 'token', 'usdPerUnit')
  .with<Pick<Payment, 'units'>>({ units: { kind: 'units', sql: 'sum(units)' } })

const changedColumns = paymentColumns.pick(
  'chainId',
  'transactionHash',
  'logIndex',
  'mismatch',
  'usdPerUnit',
  'usdMicros',
  'ledgerRevision',
  'blockHash',
  'units',
)

const batchSize = 500

/**
 * Saves the classification of payments and their ledger revisions. Returns false when the indexer
 * has changed the amount of one since it was read.
 */
export async function updatePayments(
  db: Queryable,
  payments: readonly Payment[],
): Promise<boolean> {
  for (let from = 0; from < payments.length; from += batchSize) {
    const batch = payments.slice(from, from + batchSize)
    const { rowCount } = await db.query(
      `update payments set mismatch = given.mismatch, usd_per_unit_ppm = given.usd_per_unit_ppm,
         usd_micros = given.usd_micros, ledger_revision = given.ledger_revision
       from ${changedColumns.unnest} as given (${changedColumns.names})
       where payments.chain_id = given.chain_id and payments.tx_hash = given.tx_hash
         and payments.log_index = given.log_index and payments.block_hash = given.block_hash
         and payments.units = given.units`,
      changedColumns.batchOf(batch),
    )
    if (rowCount < batch.length) return false
  }
  return true
}

/** Returns the parts of a payment from the columns of its smaller part. */
export function toParts({
  units,
  paidAt,
  smallerPartUnits,
  smallerPartAt,
}: Pick<StoredPayment, 'units' | 'paidAt' | 'smallerPartUnits' | 'smallerPartAt'>): PaymentPart[] {
  if (smallerPartUnits === null || smallerPartAt === null) return []
  return [
    { units: baseUnits(units - smallerPartUnits), paidAt },
    { units: smallerPartUnits, paidAt: smallerPartAt },
  ]
}

function toPayment(stored: StoredPayment): Payment {
  const { smallerPartUnits, smallerPartAt, feeAccount: account, feeUnits: units, ...rest } = stored
  const { feeOwedUnits: owedUnits, ...payment } = rest
  const chargeFee = account === null || units === null ? null : { account, units, owedUnits }
  return { ...payment, parts: toParts(stored), chargeFee }
}
