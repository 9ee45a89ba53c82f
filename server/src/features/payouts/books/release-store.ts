import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import {
  changeInBatches,
  isInNextBatch,
  processInBatches,
} from '../../../platform/db/change-in-batches.js'
import { toBaseUnits } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { insertChangesOf } from '../../../platform/live-changes/live-change-store.js'
import type { FoundRelease } from '../../payments/payment.js'

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
  /** The part that was not in the ledger when the release was posted. */
  toppedUp: BaseUnits
}

export const releaseColumns = defineColumns<Release>({
  chainId: 'number',
  transactionHash: { kind: 'text', name: 'tx_hash' },
  blockHash: 'text',
  blockNumber: 'bigint',
  logIndex: 'int',
  merchant: 'text',
  split: 'text',
  token: 'text',
  account: 'text',
  units: 'units',
  state: 'text',
  ledgerRevision: 'int',
  toppedUp: 'units',
})

const foundColumns = releaseColumns
  .omit('ledgerRevision', 'toppedUp')
  .with<{ createdAt: UnixMs }>({ createdAt: 'time' })

/** Tells open screens about the payouts in a table of a statement. */
const changesOf = (source: string) =>
  insertChangesOf(source, { kind: 'payout', change: 'updated', id: 'tx_hash' })

/** Inserts releases and revives orphaned ones whose block is back. */
export async function upsertReleases(
  db: Queryable,
  input: { chainId: number; releases: readonly FoundRelease[]; createdAt: UnixMs },
): Promise<void> {
  const { chainId, releases, createdAt } = input
  await processInBatches(releases, async (batch) => {
    await db.query(
      `insert into releases (${foundColumns.names}) select * from ${foundColumns.unnest}
       on conflict (chain_id, tx_hash, log_index, block_hash) do update set state = 'seen'
       where releases.state = 'orphaned'`,
      foundColumns.batchOf(
        batch.map((release) => ({ ...release, chainId, state: 'seen', createdAt })),
      ),
    )
    return []
  })
}

/** Confirms the releases of blocks with enough confirmations. */
export async function confirmReleases(
  db: Queryable,
  { chainId, confirmedThrough }: { chainId: number; confirmedThrough: bigint },
): Promise<void> {
  await changeInBatches(
    db,
    `with changed as (
       update releases set state = 'confirmed'
       where ${isInNextBatch('releases', `chain_id = $1 and state = 'seen' and block_number <= $2`)}
       returning merchant, tx_hash, log_index
     ), followed as (${changesOf('changed')})
     select log_index from changed`,
    [chainId, confirmedThrough],
  )
}

/** Orphans the releases of blocks that a reorg removed. */
export async function orphanReleases(
  db: Queryable,
  { chainId, after }: { chainId: number; after: bigint },
): Promise<void> {
  await changeInBatches(
    db,
    `with changed as (
       update releases set state = 'orphaned'
       where ${isInNextBatch('releases', `chain_id = $1 and block_number > $2 and state <> 'orphaned'`)}
       returning merchant, tx_hash, log_index
     ), followed as (${changesOf('changed')})
     select log_index from changed`,
    [chainId, after],
  )
}

/**
 * Lists the posted releases that a reorg removed, except those of some splits, newest first. A
 * release whose block has returned is not confirmed yet, so it is listed too.
 */
export async function listRemoved(
  db: Queryable,
  {
    chainId,
    skippedSplits,
    limit,
  }: { chainId: number; skippedSplits: readonly Address[]; limit: number },
): Promise<Release[]> {
  return releaseColumns.list(
    db,
    `select ${releaseColumns.fields} from releases
     where chain_id = $1 and split <> all($3)
       and state in ('orphaned', 'seen') and ledger_revision % 2 = 1
     order by block_number desc, log_index desc limit $2`,
    [chainId, limit, skippedSplits],
  )
}

/** Lists posted releases after a place on chain that paid out more than the ledger had. */
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
  return releaseColumns.list(
    db,
    `select ${releaseColumns.fields} from releases
     where chain_id = $1 and split = $2 and token = $3 and topped_up > 0 and ledger_revision % 2 = 1
       and (block_number, log_index) > ($4, $5)
     order by block_number, log_index`,
    [chainId, split, token, after.blockNumber, after.logIndex],
  )
}

/** Sets the part of a release that was not in the ledger, and updates the total of its split. */
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
 * Increments the ledger revision. Returns the release before the change, with its current top-up,
 * or null when it has changed since it was read.
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
