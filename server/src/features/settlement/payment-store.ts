import type { Address, Hash } from '../../lib/hex.js'
import {
  toBaseUnits,
  toBigIntOrNull,
  toMicrosOrNull,
  toPpmOrNull,
  toTime,
} from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Payment, PaymentKind, PaymentMismatch, PaymentState } from './payment.js'

type PaymentRow = {
  chain_id: string
  tx_hash: Hash
  log_index: number
  merchant: Address
  receipt_id: string
  kind: PaymentKind
  token: Address
  units: string
  payer: Address | null
  deposit_address: Address | null
  payout_address: Address
  block_number: string
  block_hash: Hash
  paid_at: string
  state: PaymentState
  mismatch: PaymentMismatch | null
  usd_per_unit_ppm: string | null
  usd_micros: string | null
  arrived_block: string | null
  arrived_log: number | null
  released_block: string | null
  posted: number
}

/** Lists all payments of a receipt, in chain order. */
export async function listPayments(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<Payment[]> {
  const { rows } = await db.query<PaymentRow>(
    `select chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
       deposit_address, payout_address, block_number, block_hash, paid_at, state, mismatch,
       usd_per_unit_ppm, usd_micros, arrived_block, arrived_log, released_block, posted
     from payments where merchant = $1 and receipt_id = $2
     order by block_number, log_index`,
    [merchant, receiptId],
  )
  return rows.map(toPayment)
}

/** The indexer changed the amount of a payment while its receipt was settled. Settle it again. */
export class PaymentChanged extends Error {}

/**
 * Saves the classification of a payment and its ledger revision.
 *
 * @throws {PaymentChanged}
 */
export async function updatePayment(db: Queryable, payment: Payment): Promise<void> {
  const { rowCount } = await db.query(
    `update payments set mismatch = $4, usd_per_unit_ppm = $5, usd_micros = $6, posted = $7
     where chain_id = $1 and tx_hash = $2 and log_index = $3 and block_hash = $8 and units = $9`,
    [
      payment.chainId,
      payment.transactionHash,
      payment.logIndex,
      payment.mismatch,
      payment.usdPerUnit,
      payment.usdMicros,
      payment.ledgerRevision,
      payment.blockHash,
      payment.units,
    ],
  )
  if (rowCount === 0) throw new PaymentChanged()
}

function toPayment(row: PaymentRow): Payment {
  return {
    chainId: Number(row.chain_id),
    transactionHash: row.tx_hash,
    logIndex: row.log_index,
    merchant: row.merchant,
    receiptId: row.receipt_id,
    kind: row.kind,
    token: row.token,
    units: toBaseUnits(row.units),
    payer: row.payer,
    depositAddress: row.deposit_address,
    payoutAddress: row.payout_address,
    blockNumber: BigInt(row.block_number),
    blockHash: row.block_hash,
    paidAt: toTime(row.paid_at),
    state: row.state,
    mismatch: row.mismatch,
    usdPerUnit: toPpmOrNull(row.usd_per_unit_ppm),
    usdMicros: toMicrosOrNull(row.usd_micros),
    arrivedBlock: toBigIntOrNull(row.arrived_block),
    arrivedLog: row.arrived_log,
    releasedBlock: toBigIntOrNull(row.released_block),
    ledgerRevision: row.posted,
  }
}
