import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits, Micros } from '../../../lib/money.js'
import { toBaseUnits } from '../../../platform/db/columns.js'
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
  state: 'confirmed' | 'orphaned'
  ledgerRevision: number
}

const columns =
  'tx_hash, block_hash, block_number, log_index, merchant, split, token, units, state, posted'

type Row = {
  tx_hash: Hash
  block_hash: Hash
  block_number: string
  log_index: number
  merchant: Address
  split: Address
  token: Address
  units: string
  state: 'confirmed' | 'orphaned'
  posted: number
}

/**
 * Lists orphaned direct payments that are still in the ledger, then confirmed ones in these tokens that are not yet. Leaves
 * out those to some splits, and those that turned out to be a payment which is not posted yet: its settlement reverses them.
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
     where chain_id = $1 and split <> all($4) and ((state = 'confirmed' and posted % 2 = 0 and token = any($2))
       or (state = 'orphaned' and posted % 2 = 1 and not exists (
         select from payments
         where payments.chain_id = $1 and payments.tx_hash = direct_payments.tx_hash
           and payments.payout_address = direct_payments.split
           and payments.token = direct_payments.token and payments.state <> 'orphaned'
           and payments.posted % 2 = 0 and payments.mismatch is distinct from 'wrong_payout'
       )))
     order by state desc, block_number, log_index limit $3`,
    [chainId, tokens, limit, without],
  )
  return rows.map((row) => toDirectPayment(row, chainId))
}

/** Lists the orphaned direct payments of transactions that are still in the ledger. */
export async function listOrphaned(
  db: Queryable,
  { chainId, transactionHashes }: { chainId: number; transactionHashes: readonly Hash[] },
): Promise<DirectPayment[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from direct_payments
     where chain_id = $1 and tx_hash = any($2) and state = 'orphaned' and posted % 2 = 1
     order by block_number, log_index`,
    [chainId, transactionHashes],
  )
  return rows.map((row) => toDirectPayment(row, chainId))
}

function toDirectPayment(
  { tx_hash, block_hash, block_number, log_index, units, posted, ...row }: Row,
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
    ledgerRevision: posted,
  }
}

/** Increments the ledger revision. Returns false when the payment has changed since it was read. */
export async function raiseRevision(
  db: Queryable,
  { payment, usdMicros }: { payment: DirectPayment; usdMicros: Micros | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update direct_payments set posted = posted + 1, usd_micros = coalesce($7, usd_micros)
     where chain_id = $1 and tx_hash = $2 and log_index = $3 and block_hash = $4 and posted = $5
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
