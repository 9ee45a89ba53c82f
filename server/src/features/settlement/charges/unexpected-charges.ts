import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Charged } from '../watch/decode-logs.js'

/** A charge by the spender of a plan that the service did not send, without a receipt yet. */
export type UnexpectedCharge = {
  chargeKey: Hash
  merchant: Address
  spender: Address
  payer: Address
  payoutAddress: Address
  transactionHash: Hash
  paidAt: UnixMs
}

/** Records all charges of a spender from now on, including those that other parties send. */
export async function watchSpender(
  { db }: Pick<TxContext, 'db'>,
  { chainId, spender, merchant }: { chainId: number; spender: Address; merchant: Address },
): Promise<void> {
  await db.query(
    `insert into charge_spenders (chain_id, spender, merchant) values ($1, $2, $3)
     on conflict (chain_id, spender) do nothing`,
    [chainId, spender, merchant],
  )
}

/** Records the charges of watched spenders that have no receipt. Anyone can make charges of other spenders. */
export async function recordUnexpected(
  { db, config, now }: Pick<TxContext, 'db' | 'config' | 'now'>,
  facts: {
    charged: readonly Charged[]
    timestamps: ReadonlyMap<bigint, bigint>
    byChargeKey: ReadonlyMap<Hash, unknown>
  },
): Promise<void> {
  const charges = facts.charged.filter(({ chargeKey }) => !facts.byChargeKey.has(chargeKey))
  if (charges.length === 0) return
  const paidAt = ({ blockNumber }: Charged) => (facts.timestamps.get(blockNumber) ?? 0n) * 1_000n
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
      config.chainId,
      now(),
      charges.map(({ chargeKey }) => chargeKey),
      charges.map(({ spender }) => spender),
      charges.map(({ payer }) => payer),
      charges.map(({ payoutAddress }) => payoutAddress),
      charges.map(({ transactionHash }) => transactionHash),
      charges.map(paidAt),
    ],
  )
}

/** Lists unexpected charges, the oldest first. */
export async function listUnexpected(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { limit }: { limit: number },
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
    [config.chainId, limit],
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

/** Deletes an unexpected charge that has a receipt now, or that belongs to no subscription. */
export async function forgetUnexpected(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  chargeKey: Hash,
): Promise<void> {
  await db.query('delete from unexpected_charges where chain_id = $1 and charge_key = $2', [
    config.chainId,
    chargeKey,
  ])
}
