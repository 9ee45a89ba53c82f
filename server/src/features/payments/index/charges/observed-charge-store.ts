import type { Address, Hash } from '../../../../lib/hex.js'
import type { UnixMs } from '../../../../lib/time.js'
import type { Charged } from '../../../../platform/chain/logs/decode-logs.js'
import { toTime, valuesOf } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { ObservedCharge } from './charge-receipt.js'

/** Inserts a spender whose charges are recorded. */
export async function insertSpender(
  db: Queryable,
  { chainId, spender, merchant }: { chainId: number; spender: Address; merchant: Address },
): Promise<void> {
  await db.query(
    `insert into charge_spenders (chain_id, spender, merchant) values ($1, $2, $3)
     on conflict (chain_id, spender) do nothing`,
    [chainId, spender, merchant],
  )
}

/** Inserts or updates charges of watched spenders. Ignores those of other spenders. */
export async function upsertObserved(
  db: Queryable,
  {
    chainId,
    now,
    charges,
  }: { chainId: number; now: UnixMs; charges: readonly (Charged & { paidAt: bigint })[] },
): Promise<void> {
  if (charges.length === 0) return
  await db.query(
    `insert into observed_charges
       (chain_id, charge_key, spender, payer, payout_address, tx_hash, paid_at, created_at, block_number)
     select $1, charge_key, spender, payer, payout_address, tx_hash, paid_at, $2, block_number
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[])
       as given (charge_key, spender, payer, payout_address, tx_hash, paid_at, block_number)
       join charge_spenders using (spender)
     where charge_spenders.chain_id = $1
     on conflict (chain_id, charge_key) do update
     set tx_hash = excluded.tx_hash, paid_at = excluded.paid_at, payout_address = excluded.payout_address,
       block_number = excluded.block_number`,
    [
      chainId,
      now,
      ...valuesOf(charges, ['chargeKey', 'spender', 'payer', 'payoutAddress', 'transactionHash']),
      ...valuesOf(charges, ['paidAt', 'blockNumber']),
    ],
  )
}

/** Lists observed charges in the order of their keys, after one of them. */
export async function selectObserved(
  db: Queryable,
  { chainId, after, limit }: { chainId: number; after: string; limit: number },
): Promise<ObservedCharge[]> {
  const { rows } = await db.query<{
    charge_key: Hash
    merchant: Address
    spender: Address
    payer: Address
    payout_address: Address
    tx_hash: Hash
    paid_at: string
    block_number: string
  }>(
    `select charge_key, merchant, spender, payer, payout_address, tx_hash, paid_at, block_number
     from observed_charges join charge_spenders using (chain_id, spender)
     where chain_id = $1 and charge_key > $2 order by charge_key limit $3`,
    [chainId, after, limit],
  )
  return rows.map((row) => ({
    chargeKey: row.charge_key,
    merchant: row.merchant,
    spender: row.spender,
    payer: row.payer,
    payoutAddress: row.payout_address,
    transactionHash: row.tx_hash,
    paidAt: toTime(row.paid_at),
    blockNumber: BigInt(row.block_number),
  }))
}

/** A spender with charges that wait to be read again, and the first block of them. */
export type DeferredSpender = { spender: Address; merchant: Address; unreadFrom: bigint }

/** Lists spenders with deferred charges. Merchants take turns, the longest waiting first. */
export async function selectDeferred(
  db: Queryable,
  { chainId }: { chainId: number },
): Promise<DeferredSpender[]> {
  const { rows } = await db.query<{ spender: Address; merchant: Address; unread_from: string }>(
    `select spender, merchant, unread_from from (
       select spender, merchant, unread_from,
         row_number() over (partition by merchant order by unread_from, spender) as turn
       from charge_spenders where chain_id = $1 and unread_from is not null
     ) as deferred
     order by turn, unread_from, spender limit 1000`,
    [chainId],
  )
  return rows.map(({ spender, merchant, unread_from: unreadFrom }) => ({
    spender,
    merchant,
    unreadFrom: BigInt(unreadFrom),
  }))
}

/** Records that the charges of a spender from a block on must be read again. */
export async function lowerUnread(
  db: Queryable,
  { chainId, spender, blockNumber }: { chainId: number; spender: Address; blockNumber: bigint },
): Promise<void> {
  await db.query(
    `update charge_spenders set unread_from = least(unread_from, $3)
     where chain_id = $1 and spender = $2`,
    [chainId, spender, blockNumber],
  )
}

/** Moves the first block to read again, or clears it, unless it has changed. */
export async function updateUnread(
  db: Queryable,
  input: { chainId: number; spender: Address; before: bigint; after: bigint | null },
): Promise<void> {
  const { chainId, spender, before, after } = input
  await db.query(
    `update charge_spenders set unread_from = $4
     where chain_id = $1 and spender = $2 and unread_from = $3`,
    [chainId, spender, before, after],
  )
}

export async function deleteObserved(
  db: Queryable,
  { chainId, chargeKeys }: { chainId: number; chargeKeys: readonly Hash[] },
): Promise<void> {
  if (chargeKeys.length === 0) return
  await db.query('delete from observed_charges where chain_id = $1 and charge_key = any($2)', [
    chainId,
    chargeKeys,
  ])
}
