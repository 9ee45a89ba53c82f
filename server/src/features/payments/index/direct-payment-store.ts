import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Place } from '../../../platform/chain/logs/decode-logs.js'
import {
  changeInBatches,
  isInNextBatch,
  processInBatches,
} from '../../../platform/db/change-in-batches.js'
import type { Queryable } from '../../../platform/db/db.js'

/**
 * Tokens that one transaction sent to a split. `units` is the part that no payment of a receipt explains; zero if all of
 * it is explained. The place is that of the first transfer.
 */
export type FoundDirectPayment = Place & {
  merchant: Address
  split: Address
  token: Address
  units: BaseUnits
  /** Null if there were several senders. */
  payer: Address | null
  paidAt: UnixMs
}

/**
 * Inserts direct payments and revives orphaned ones whose block is back. A later reading may explain more of the same
 * transfers, because a receipt can be created after its payment. The amount of a row then changes. The ledger follows with
 * the payments that explain the difference, so that it always shows all of the money.
 */
export async function saveDirectPayments(
  db: Queryable,
  input: { chainId: number; found: readonly FoundDirectPayment[]; now: UnixMs },
): Promise<void> {
  const { chainId, found, now } = input
  await processInBatches(found, async (batch) => {
    await saveRest(db, { chainId, found: batch })
    await orphanChanged(db, { chainId, found: batch })
    await insertFound(db, { chainId, now, found: batch.filter(({ units }) => units > 0n) })
    return []
  })
}

type Found = { chainId: number; found: readonly FoundDirectPayment[] }

/** SQL of the rows of found direct payments that no reorg removed. */
const known = `
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[])
    as given (tx_hash, block_hash, split, token, units)
  where direct_payments.chain_id = $1 and direct_payments.tx_hash = given.tx_hash
    and direct_payments.block_hash = given.block_hash and direct_payments.split = given.split
    and direct_payments.token = given.token and direct_payments.state <> 'orphaned'`

function knownValues({ chainId, found }: Found): unknown[] {
  return [
    chainId,
    found.map((one) => one.transactionHash),
    found.map((one) => one.blockHash),
    found.map((one) => one.split),
    found.map((one) => one.token),
    found.map((one) => one.units),
  ]
}

/** Saves the changed amounts of rows that are in the ledger. */
async function saveRest(db: Queryable, input: Found): Promise<void> {
  await db.query(
    `update direct_payments set rest_units = nullif(given.units, direct_payments.units) ${known}
       and ledger_revision % 2 = 1 and rest_units is distinct from nullif(given.units, direct_payments.units)`,
    knownValues(input),
  )
}

/** Orphans rows with changed amounts that are not in the ledger. */
async function orphanChanged(db: Queryable, input: Found): Promise<void> {
  await db.query(
    `update direct_payments set state = 'orphaned' ${known}
       and ledger_revision % 2 = 0 and direct_payments.units <> given.units`,
    knownValues(input),
  )
}

async function insertFound(
  db: Queryable,
  { chainId, found, now }: { chainId: number; found: readonly FoundDirectPayment[]; now: UnixMs },
): Promise<void> {
  if (found.length === 0) return
  await db.query(
    `insert into direct_payments (
       chain_id, tx_hash, log_index, merchant, split, token, units, payer, block_number, block_hash,
       paid_at, state, created_at
     )
     select $1, tx_hash, log_index, merchant, split, token, units, payer, block_number, block_hash,
       paid_at, 'seen', $2
     from unnest(
       $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::numeric[], $9::text[],
       $10::bigint[], $11::text[], $12::bigint[]
     ) as given (
       tx_hash, log_index, merchant, split, token, units, payer, block_number, block_hash, paid_at
     )
     on conflict (chain_id, tx_hash, log_index, block_hash) do update
     set state = 'seen', units = excluded.units, payer = excluded.payer, rest_units = null
     where direct_payments.state = 'orphaned'
       and (direct_payments.units = excluded.units or direct_payments.ledger_revision % 2 = 0)`,
    [
      chainId,
      now,
      found.map((one) => one.transactionHash),
      found.map((one) => one.logIndex),
      found.map((one) => one.merchant),
      found.map((one) => one.split),
      found.map((one) => one.token),
      found.map((one) => one.units),
      found.map((one) => one.payer),
      found.map((one) => one.blockNumber),
      found.map((one) => one.blockHash),
      found.map((one) => one.paidAt),
    ],
  )
}

export async function confirmDirectPayments(
  db: Queryable,
  { chainId, upTo }: { chainId: number; upTo: bigint },
): Promise<void> {
  await changeInBatches(
    db,
    `update direct_payments set state = 'confirmed'
     where ${isInNextBatch('direct_payments', `chain_id = $1 and state = 'seen' and block_number <= $2`)}
     returning log_index`,
    [chainId, upTo],
  )
}

/** Undoes direct payments and their payouts after a block. */
export async function orphanDirectPayments(
  db: Queryable,
  { chainId, after }: { chainId: number; after: bigint },
): Promise<void> {
  await changeInBatches(
    db,
    `update direct_payments set released_block = null,
       state = case when block_number > $2 then 'orphaned' else state end
     where ${isInNextBatch(
       'direct_payments',
       `chain_id = $1 and state <> 'orphaned' and (block_number > $2 or released_block > $2)`,
     )}
     returning log_index`,
    [chainId, after],
  )
}
