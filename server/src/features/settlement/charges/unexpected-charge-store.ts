import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Charged } from '../watch/decode-logs.js'
import type { UnexpectedCharge } from './charge-receipt.js'

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

/** Inserts charges of watched spenders, or updates the transaction that made them. Ignores those of other spenders. */
export async function upsertUnexpected(
  db: Queryable,
  {
    chainId,
    now,
    charges,
  }: { chainId: number; now: UnixMs; charges: readonly (Charged & { paidAt: bigint })[] },
): Promise<void> {
  await db.query(
    `insert into unexpected_charges
       (chain_id, charge_key, spender, payer, payout_address, tx_hash, paid_at, created_at)
     select $1, charge_key, spender, payer, payout_address, tx_hash, paid_at, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])
       as given (charge_key, spender, payer, payout_address, tx_hash, paid_at)
       join charge_spenders using (spender)
     where charge_spenders.chain_id = $1
     on conflict (chain_id, charge_key) do update
     set tx_hash = excluded.tx_hash, paid_at = excluded.paid_at, payout_address = excluded.payout_address`,
    [
      chainId,
      now,
      charges.map(({ chargeKey }) => chargeKey),
      charges.map(({ spender }) => spender),
      charges.map(({ payer }) => payer),
      charges.map(({ payoutAddress }) => payoutAddress),
      charges.map(({ transactionHash }) => transactionHash),
      charges.map(({ paidAt }) => paidAt),
    ],
  )
}

/** Lists unexpected charges, the oldest first. */
export async function selectUnexpected(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<UnexpectedCharge[]> {
  const { rows } = await db.query<{
    charge_key: Hash
    merchant: Address
    spender: Address
    payer: Address
    payout_address: Address
    tx_hash: Hash
    paid_at: string
  }>(
    `select charge_key, merchant, spender, payer, payout_address, tx_hash, paid_at
     from unexpected_charges join charge_spenders using (chain_id, spender)
     where chain_id = $1 order by created_at, charge_key limit $2`,
    [chainId, limit],
  )
  return rows.map((row) => ({
    chargeKey: row.charge_key,
    merchant: row.merchant,
    spender: row.spender,
    payer: row.payer,
    payoutAddress: row.payout_address,
    transactionHash: row.tx_hash,
    paidAt: toTime(row.paid_at),
  }))
}

export async function deleteUnexpected(
  db: Queryable,
  { chainId, chargeKey }: { chainId: number; chargeKey: Hash },
): Promise<void> {
  await db.query('delete from unexpected_charges where chain_id = $1 and charge_key = $2', [
    chainId,
    chargeKey,
  ])
}
