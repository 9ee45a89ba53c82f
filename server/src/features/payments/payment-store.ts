import type { Address, Hash } from '../../lib/hex.js'
import type { Valued } from '../../platform/chain/assets/value-payments.js'
import {
  toBaseUnits,
  toBigIntOrNull,
  toMicrosOrNull,
  toPpmOrNull,
  toTime,
} from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type {
  ChargeFee,
  LesserPart,
  Payment,
  PaymentKind,
  PaymentMismatch,
  PaymentState,
} from './payment.js'
import { PaymentChanged } from './payment.js'

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
  lesser_units: string | null
  lesser_at: string | null
  fee_account: Address | null
  fee_units: string | null
  fee_owed_units: string
  fee_claimed_block: string | null
  state: PaymentState
  mismatch: PaymentMismatch | null
  usd_per_unit_ppm: string | null
  usd_micros: string | null
  arrived_block: string | null
  arrived_log: number | null
  released_block: string | null
  ledger_revision: number
}

/** Lists all payments of a receipt, in chain order. */
export async function listPayments(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<Payment[]> {
  const { rows } = await db.query<PaymentRow>(
    `select chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
       deposit_address, payout_address, block_number, block_hash, paid_at, lesser_units,
       lesser_at, fee_account, fee_units, fee_owed_units, fee_claimed_block, state, mismatch, usd_per_unit_ppm, usd_micros, arrived_block, arrived_log,
       released_block, ledger_revision
     from payments where merchant = $1 and receipt_id = $2
     order by block_number, log_index`,
    [merchant, receiptId],
  )
  return rows.map(toPayment)
}

/** Sums the payments that count towards a receipt, by token and rate. */
export async function sumPayments(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<Valued[]> {
  const { rows } = await db.query<
    Pick<PaymentRow, 'chain_id' | 'token' | 'usd_per_unit_ppm' | 'units'>
  >(
    `select chain_id, token, usd_per_unit_ppm, sum(units) as units from payments
     where merchant = $1 and receipt_id = $2 and state <> 'orphaned' and mismatch is null
     group by chain_id, token, usd_per_unit_ppm`,
    [merchant, receiptId],
  )
  return rows.map((row) => ({
    chainId: Number(row.chain_id),
    token: row.token,
    units: toBaseUnits(row.units),
    usdPerUnit: toPpmOrNull(row.usd_per_unit_ppm),
    mismatch: null,
    state: 'seen',
  }))
}

const batchSize = 500

/**
 * Saves the classification of payments and their ledger revisions.
 *
 * @throws {PaymentChanged}
 */
export async function updatePayments(db: Queryable, payments: readonly Payment[]): Promise<void> {
  for (let from = 0; from < payments.length; from += batchSize) {
    await updateBatch(db, payments.slice(from, from + batchSize))
  }
}

async function updateBatch(db: Queryable, payments: readonly Payment[]): Promise<void> {
  const { rowCount } = await db.query(
    `update payments set mismatch = given.mismatch, usd_per_unit_ppm = given.usd_per_unit_ppm,
       usd_micros = given.usd_micros, ledger_revision = given.ledger_revision
     from unnest(
       $1::bigint[], $2::text[], $3::int[], $4::text[], $5::bigint[], $6::numeric[], $7::int[],
       $8::text[], $9::numeric[]
     ) as given (
       chain_id, tx_hash, log_index, mismatch, usd_per_unit_ppm, usd_micros, ledger_revision, block_hash, units
     )
     where payments.chain_id = given.chain_id and payments.tx_hash = given.tx_hash
       and payments.log_index = given.log_index and payments.block_hash = given.block_hash
       and payments.units = given.units`,
    [
      payments.map((one) => one.chainId),
      payments.map((one) => one.transactionHash),
      payments.map((one) => one.logIndex),
      payments.map((one) => one.mismatch),
      payments.map((one) => one.usdPerUnit),
      payments.map((one) => one.usdMicros),
      payments.map((one) => one.ledgerRevision),
      payments.map((one) => one.blockHash),
      payments.map((one) => one.units),
    ],
  )
  if (rowCount < payments.length) throw new PaymentChanged()
}

/** Returns the smaller part of coin that came at another time, from its columns. */
export function toLesserPart(
  row: Pick<PaymentRow, 'lesser_units' | 'lesser_at'>,
): LesserPart | null {
  if (row.lesser_units === null || row.lesser_at === null) return null
  return { units: toBaseUnits(row.lesser_units), paidAt: toTime(row.lesser_at) }
}

function toChargeFee(
  row: Pick<PaymentRow, 'fee_account' | 'fee_units' | 'fee_owed_units'>,
): ChargeFee | null {
  if (row.fee_account === null || row.fee_units === null) return null
  const owedUnits = toBaseUnits(row.fee_owed_units)
  return { account: row.fee_account, units: toBaseUnits(row.fee_units), owedUnits }
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
    lesserPart: toLesserPart(row),
    chargeFee: toChargeFee(row),
    feeClaimedBlock: toBigIntOrNull(row.fee_claimed_block),
    state: row.state,
    mismatch: row.mismatch,
    usdPerUnit: toPpmOrNull(row.usd_per_unit_ppm),
    usdMicros: toMicrosOrNull(row.usd_micros),
    arrivedBlock: toBigIntOrNull(row.arrived_block),
    arrivedLog: row.arrived_log,
    releasedBlock: toBigIntOrNull(row.released_block),
    ledgerRevision: row.ledger_revision,
  }
}
