import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits, Micros } from '../../../lib/money.js'
import { toBaseUnits, toMicrosOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Tokens that were sent straight to a split. */
export type DirectPayment = {
  chainId: number
  transactionHash: Hash
  blockHash: Hash
  blockNumber: bigint
  logIndex: number
  merchant: Address
  split: Address
  token: Address
  units: BaseUnits
  /** The part that no payment of a receipt explains, when it is not all of it; null otherwise. */
  restUnits: BaseUnits | null
  /** Null until it is posted. */
  usdMicros: Micros | null
  state: State
  ledgerRevision: number
}

type State = 'seen' | 'confirmed' | 'orphaned'

const columns =
  'tx_hash, block_hash, block_number, log_index, merchant, split, token, units, rest_units, usd_micros, state, ledger_revision'

type Row = {
  tx_hash: Hash
  block_hash: Hash
  block_number: string
  log_index: number
  merchant: Address
  split: Address
  token: Address
  units: string
  rest_units: string | null
  usd_micros: string | null
  state: State
  ledger_revision: number
}

/** SQL condition: a reorg removed a posted direct payment, or payments of receipts explain a part of it. */
const isReplaced = `(ledger_revision % 2 = 1 and (state = 'orphaned' or rest_units is not null))`

/**
 * Lists direct payments in the ledger that were replaced, then confirmed ones in these tokens that are not posted yet.
 * Leaves out those to some splits, and those that a payment replaces which is not posted yet: its settlement reduces them.
 */
export async function listUnposted(
  db: Queryable,
  {
    chainId,
    tokens,
    without,
    limit,
  }: {
    chainId: number
    tokens: readonly Address[]
    without: readonly Address[]
    limit: number
  },
): Promise<DirectPayment[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from direct_payments
     where chain_id = $1 and split <> all($4) and ((state = 'confirmed' and ledger_revision % 2 = 0 and token = any($2))
       or (${isReplaced} and not exists (
         select from payments
         where payments.chain_id = $1 and payments.tx_hash = direct_payments.tx_hash
           and payments.payout_address = direct_payments.split
           and payments.token = direct_payments.token and payments.state <> 'orphaned'
           and payments.ledger_revision % 2 = 0 and payments.mismatch is distinct from 'wrong_payout'
       )))
     order by ledger_revision % 2 desc, block_number, log_index limit $3`,
    [chainId, tokens, limit, without],
  )
  return rows.map((row) => toDirectPayment(row, chainId))
}

/** Lists the direct payments of transactions in the ledger that were replaced. */
export async function listReplaced(
  db: Queryable,
  { chainId, transactionHashes }: { chainId: number; transactionHashes: readonly Hash[] },
): Promise<DirectPayment[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from direct_payments
     where chain_id = $1 and tx_hash = any($2) and ${isReplaced}
     order by block_number, log_index`,
    [chainId, transactionHashes],
  )
  return rows.map((row) => toDirectPayment(row, chainId))
}

function toDirectPayment(
  {
    tx_hash,
    block_hash,
    block_number,
    log_index,
    units,
    rest_units,
    usd_micros,
    ledger_revision: ledgerRevision,
    ...row
  }: Row,
  chainId: number,
): DirectPayment {
  return {
    ...row,
    chainId,
    transactionHash: tx_hash,
    blockHash: block_hash,
    blockNumber: BigInt(block_number),
    logIndex: log_index,
    units: toBaseUnits(units),
    restUnits: rest_units === null ? null : toBaseUnits(rest_units),
    usdMicros: toMicrosOrNull(usd_micros),
    ledgerRevision,
  }
}

/** Increments the ledger revision. Returns false when the payment has changed since it was read. */
export async function raiseRevision(
  db: Queryable,
  { payment, usdMicros }: { payment: DirectPayment; usdMicros: Micros | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update direct_payments set ledger_revision = ledger_revision + 1, usd_micros = coalesce($7, usd_micros)
     where chain_id = $1 and tx_hash = $2 and log_index = $3 and block_hash = $4 and ledger_revision = $5
       and state = $6`,
    [
      payment.chainId,
      payment.transactionHash,
      payment.logIndex,
      payment.blockHash,
      payment.ledgerRevision,
      payment.state,
      usdMicros,
    ],
  )
  return rowCount === 1
}

/**
 * Reduces a posted direct payment, which is then reversed and posted again. One that is reduced to zero is only reversed.
 * Returns false when it has changed since it was read.
 */
export async function updateUnits(
  db: Queryable,
  { payment, units, usdMicros }: { payment: DirectPayment; units: BaseUnits; usdMicros: Micros },
): Promise<boolean> {
  const isGone = units === 0n
  const { rowCount } = await db.query(
    `update direct_payments set ledger_revision = ledger_revision + $7, state = $8, units = $9, usd_micros = $10,
       rest_units = nullif(rest_units, $11)
     where chain_id = $1 and tx_hash = $2 and log_index = $3 and block_hash = $4 and ledger_revision = $5
       and state = $6`,
    [
      payment.chainId,
      payment.transactionHash,
      payment.logIndex,
      payment.blockHash,
      payment.ledgerRevision,
      payment.state,
      isGone ? 1 : 2,
      isGone ? 'orphaned' : payment.state,
      isGone ? payment.units : units,
      isGone ? payment.usdMicros : usdMicros,
      units,
    ],
  )
  return rowCount === 1
}
