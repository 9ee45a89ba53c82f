import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Place } from '../../../platform/chain/logs/decode-logs.js'
import {
  changeInBatches,
  isInNextBatch,
  processInBatches,
} from '../../../platform/db/change-in-batches.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { DirectPayment } from '../payment.js'

/**
 * Tokens that one transaction sent to a split. `units` is the part that no payment of a receipt
 * explains; zero if all of it is explained. The place is that of the first transfer.
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
 * Inserts direct payments and revives orphaned ones whose block is back. A later reading may
 * explain more of the same transfers, because a receipt can be created after its payment. The
 * amount of a row then changes. The ledger follows with the payments that explain the difference,
 * so that it always shows all of the money.
 */
export async function saveDirectPayments(
  db: Queryable,
  input: { chainId: number; payments: readonly FoundDirectPayment[]; now: UnixMs },
): Promise<void> {
  const { chainId, payments, now } = input
  await processInBatches(payments, async (batch) => {
    await saveRest(db, { chainId, payments: batch })
    await orphanChanged(db, { chainId, payments: batch })
    await insertFound(db, { chainId, now, payments: batch.filter(({ units }) => units > 0n) })
    return []
  })
}

type DirectPayments = { chainId: number; payments: readonly FoundDirectPayment[] }

/** SQL of the rows of found direct payments that no reorg removed. */
const storedRows = `
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[])
    as given (tx_hash, block_hash, split, token, units)
  where direct_payments.chain_id = $1 and direct_payments.tx_hash = given.tx_hash
    and direct_payments.block_hash = given.block_hash and direct_payments.split = given.split
    and direct_payments.token = given.token and direct_payments.state <> 'orphaned'`

function knownValues({ chainId, payments }: DirectPayments): unknown[] {
  return [
    chainId,
    ...valuesOf(payments, ['transactionHash', 'blockHash', 'split', 'token', 'units']),
  ]
}

/** Saves the changed amounts of rows that are in the ledger. */
async function saveRest(db: Queryable, input: DirectPayments): Promise<void> {
  await db.query(
    `update direct_payments set rest_units = nullif(given.units, direct_payments.units) ${storedRows}
       and ledger_revision % 2 = 1 and rest_units is distinct from nullif(given.units, direct_payments.units)`,
    knownValues(input),
  )
}

/** Orphans rows with changed amounts that are not in the ledger. */
async function orphanChanged(db: Queryable, input: DirectPayments): Promise<void> {
  await db.query(
    `update direct_payments set state = 'orphaned' ${storedRows}
       and ledger_revision % 2 = 0 and direct_payments.units <> given.units`,
    knownValues(input),
  )
}

async function insertFound(
  db: Queryable,
  {
    chainId,
    payments,
    now,
  }: { chainId: number; payments: readonly FoundDirectPayment[]; now: UnixMs },
): Promise<void> {
  if (payments.length === 0) return
  await db.query(
    `insert into direct_payments (${foundColumns.names}) select * from ${foundColumns.unnest}
     on conflict (chain_id, tx_hash, log_index, block_hash) do update
     set state = 'seen', units = excluded.units, payer = excluded.payer, rest_units = null
     where direct_payments.state = 'orphaned'
       and (direct_payments.units = excluded.units or direct_payments.ledger_revision % 2 = 0)`,
    foundColumns.batchOf(
      payments.map((payment) => ({ ...payment, chainId, state: 'seen', createdAt: now })),
    ),
  )
}

const foundColumns = defineColumns<
  FoundDirectPayment & Pick<DirectPayment, 'chainId' | 'state'> & { createdAt: UnixMs }
>({
  chainId: 'number',
  transactionHash: { kind: 'text', name: 'tx_hash' },
  logIndex: 'int',
  merchant: 'text',
  split: 'text',
  token: 'text',
  units: 'units',
  payer: 'text',
  blockNumber: 'bigint',
  blockHash: 'text',
  paidAt: 'time',
  state: 'text',
  createdAt: 'time',
})

/** Saves a direct payment as it is posted. Returns false when it has changed since it was read. */
export async function updateRow(
  db: Queryable,
  { before, after }: { before: DirectPayment; after: DirectPayment },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update direct_payments set ledger_revision = $7, state = $8, units = $9::numeric,
       usd_micros = $10,
       rest_units = case when $7::integer % 2 = 1 then nullif(rest_units, $9::numeric) end
     where chain_id = $1 and tx_hash = $2 and log_index = $3 and block_hash = $4
       and ledger_revision = $5 and state = $6`,
    [
      before.chainId,
      before.transactionHash,
      before.logIndex,
      before.blockHash,
      before.ledgerRevision,
      before.state,
      after.ledgerRevision,
      after.state,
      after.units,
      after.usdMicros,
    ],
  )
  return rowCount === 1
}

/** Confirms the direct payments of blocks with enough confirmations. */
export async function confirmDirectPayments(
  db: Queryable,
  { chainId, confirmedThrough }: { chainId: number; confirmedThrough: bigint },
): Promise<void> {
  await changeInBatches(
    db,
    `update direct_payments set state = 'confirmed'
     where ${isInNextBatch('direct_payments', `chain_id = $1 and state = 'seen' and block_number <= $2`)}
     returning log_index`,
    [chainId, confirmedThrough],
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
