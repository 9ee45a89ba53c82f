import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import { toBaseUnits } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A payout by a split to one recipient. */
export type Release = {
  chainId: number
  transactionHash: Hash
  blockHash: Hash
  logIndex: number
  merchant: Address
  split: Address
  token: Address
  account: Address
  units: BaseUnits
  state: 'confirmed' | 'orphaned'
  ledgerRevision: number
}

/** Lists confirmed releases that are not in the ledger, and orphaned ones that still are. */
export async function listUnposted(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<Release[]> {
  const { rows } = await db.query<{
    tx_hash: Hash
    block_hash: Hash
    log_index: number
    merchant: Address
    split: Address
    token: Address
    account: Address
    units: string
    state: 'confirmed' | 'orphaned'
    posted: number
  }>(
    `select tx_hash, block_hash, log_index, merchant, split, token, account, units, state, posted
     from releases
     where chain_id = $1 and ((state = 'confirmed' and posted % 2 = 0)
       or (state = 'orphaned' and posted % 2 = 1))
     order by block_number, log_index limit $2`,
    [chainId, limit],
  )
  return rows.map(({ tx_hash, block_hash, log_index, units, posted, ...row }) => ({
    ...row,
    chainId,
    transactionHash: tx_hash,
    blockHash: block_hash,
    logIndex: log_index,
    units: toBaseUnits(units),
    ledgerRevision: posted,
  }))
}

/** Increments the ledger revision. Returns false when the release has changed since it was read. */
export async function raiseRevision(db: Queryable, release: Release): Promise<boolean> {
  const { rowCount } = await db.query(
    `update releases set posted = posted + 1
     where chain_id = $1 and tx_hash = $2 and log_index = $3 and posted = $4 and state = $5
       and block_hash = $6`,
    [
      release.chainId,
      release.transactionHash,
      release.logIndex,
      release.ledgerRevision,
      release.state,
      release.blockHash,
    ],
  )
  return rowCount === 1
}
