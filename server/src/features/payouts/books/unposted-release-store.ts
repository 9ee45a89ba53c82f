import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import { toBaseUnits } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A payout by a split to one recipient. */
export type Release = {
  chainId: number
  transactionHash: Hash
  blockHash: Hash
  blockNumber: bigint
  logIndex: number
  merchant: Address
  split: Address
  token: Address
  account: Address
  units: BaseUnits
  state: 'seen' | 'confirmed' | 'orphaned'
  ledgerRevision: number
  /** The part that the ledger did not know when it was posted. */
  toppedUp: BaseUnits
}

type ReleaseRow = {
  tx_hash: Hash
  block_hash: Hash
  block_number: string
  log_index: number
  merchant: Address
  split: Address
  token: Address
  account: Address
  units: string
  state: 'seen' | 'confirmed' | 'orphaned'
  ledger_revision: number
  topped_up: string
}

const columns = `tx_hash, block_hash, block_number, log_index, merchant, split, token, account, units,
  state, ledger_revision, topped_up`

/**
 * Lists the releases in the ledger that a reorg removed, except of some splits, the last one first. One whose block is back is not confirmed yet;
 * its payments are reversed, too.
 */
export async function listRemoved(
  db: Queryable,
  { chainId, without, limit }: { chainId: number; without: readonly Address[]; limit: number },
): Promise<Release[]> {
  const { rows } = await db.query<ReleaseRow>(
    `select ${columns} from releases
     where chain_id = $1 and split <> all($3)
       and ((state = 'orphaned' and ledger_revision % 2 = 1) or (state = 'seen' and ledger_revision % 2 = 1))
     order by block_number desc, log_index desc limit $2`,
    [chainId, limit, without],
  )
  return rows.map((row) => toRelease(row, chainId))
}

/**
 * Lists confirmed releases that are not in the ledger, in tokens with a rate or in others. Leaves out those that pay out
 * money whose payment is still to be posted, or reversed.
 */
export async function listUnposted(
  db: Queryable,
  input: {
    chainId: number
    /** The tokens with a rate. */
    tokens: readonly Address[]
    isPriced: boolean
    /** Continue after this release. */
    after: Release | null
    /** Leave out these splits. */
    without: readonly Address[]
    limit: number
  },
): Promise<Release[]> {
  const { chainId, tokens, isPriced, after, without, limit } = input
  const { rows } = await db.query<ReleaseRow>(
    `select ${columns} from releases
     where chain_id = $1 and state = 'confirmed' and ledger_revision % 2 = 0 and (token = any($3)) = $4
       and (block_number, log_index) > ($5, $6) and split <> all($7)
       and not exists (
         select from payments
         where payments.chain_id = $1 and payments.payout_address = releases.split
           and payments.token = releases.token
           and ((payments.state = 'confirmed' and payments.ledger_revision % 2 = 0
               and payments.mismatch is distinct from 'wrong_payout'
               and (payments.arrived_block, payments.arrived_log)
                 < (releases.block_number, releases.log_index))
             or (payments.state = 'orphaned' and payments.ledger_revision % 2 = 1))
       )
       and not exists (
         select from direct_payments
         where direct_payments.chain_id = $1 and direct_payments.split = releases.split
           and direct_payments.token = releases.token
           and ((direct_payments.state = 'confirmed' and direct_payments.ledger_revision % 2 = 0
               and (direct_payments.block_number, direct_payments.log_index)
                 < (releases.block_number, releases.log_index))
             or (direct_payments.state = 'orphaned' and direct_payments.ledger_revision % 2 = 1))
       )
     order by block_number, log_index limit $2`,
    [chainId, limit, tokens, isPriced, after?.blockNumber ?? -1, after?.logIndex ?? -1, without],
  )
  return rows.map((row) => toRelease(row, chainId))
}

/** Lists posted releases after a place on chain that paid out more than the ledger knew, in chain order. */
export async function listToppedUp(
  db: Queryable,
  input: {
    chainId: number
    split: Address
    token: Address
    after: { blockNumber: bigint; logIndex: number }
  },
): Promise<Release[]> {
  const { chainId, split, token, after } = input
  const { rows } = await db.query<ReleaseRow>(
    `select ${columns} from releases
     where chain_id = $1 and split = $2 and token = $3 and topped_up > 0 and ledger_revision % 2 = 1
       and (block_number, log_index) > ($4, $5)
     order by block_number, log_index`,
    [chainId, split, token, after.blockNumber, after.logIndex],
  )
  return rows.map((row) => toRelease(row, chainId))
}

/** Sets how much of a release the ledger did not know, and changes the total of its split. */
export async function updateToppedUp(
  db: Queryable,
  { release, units }: { release: Release; units: bigint },
): Promise<void> {
  await db.query(
    `with changed as (
       update releases set topped_up = $5
       where chain_id = $1 and tx_hash = $2 and log_index = $3 and block_hash = $4
     )
     update split_totals set topped_up = topped_up + $5 - $6
     where chain_id = $1 and split = $7 and token = $8`,
    [
      release.chainId,
      release.transactionHash,
      release.logIndex,
      release.blockHash,
      units,
      release.toppedUp,
      release.split,
      release.token,
    ],
  )
}

/**
 * Increments the ledger revision. Returns the release as it was before, with its present top-up, or null when it has changed
 * since it was read.
 */
export async function raiseRevision(db: Queryable, release: Release): Promise<Release | null> {
  const { rows } = await db.query<{ topped_up: string }>(
    `update releases set ledger_revision = ledger_revision + 1
     where chain_id = $1 and tx_hash = $2 and log_index = $3 and ledger_revision = $4 and state = $5
       and block_hash = $6
     returning topped_up`,
    [
      release.chainId,
      release.transactionHash,
      release.logIndex,
      release.ledgerRevision,
      release.state,
      release.blockHash,
    ],
  )
  return rows[0] ? { ...release, toppedUp: toBaseUnits(rows[0].topped_up) } : null
}

function toRelease(row: ReleaseRow, chainId: number): Release {
  return {
    chainId,
    transactionHash: row.tx_hash,
    blockHash: row.block_hash,
    blockNumber: BigInt(row.block_number),
    logIndex: row.log_index,
    merchant: row.merchant,
    split: row.split,
    token: row.token,
    account: row.account,
    units: toBaseUnits(row.units),
    state: row.state,
    ledgerRevision: row.ledger_revision,
    toppedUp: toBaseUnits(row.topped_up),
  }
}
