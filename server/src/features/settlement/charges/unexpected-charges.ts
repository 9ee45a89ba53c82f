import type { Address, Hash } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Charged } from '../watch/decode-logs.js'
import type { UnexpectedCharge } from './charge-receipt.js'
import {
  deleteUnexpected,
  insertSpender,
  selectUnexpected,
  upsertUnexpected,
} from './unexpected-charge-store.js'

/** Records all charges of a spender from now on, including those that other parties send. */
export async function watchSpender(
  { db }: Pick<TxContext, 'db'>,
  input: { chainId: number; spender: Address; merchant: Address },
): Promise<void> {
  await insertSpender(db, input)
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
  const charges = facts.charged
    .filter(({ chargeKey }) => !facts.byChargeKey.has(chargeKey))
    .map((charge) => ({
      ...charge,
      paidAt: (facts.timestamps.get(charge.blockNumber) ?? 0n) * 1_000n,
    }))
  if (charges.length === 0) return
  await upsertUnexpected(db, { chainId: config.chainId, now: now(), charges })
}

/** Lists unexpected charges, the oldest first. */
export async function listUnexpected(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { limit }: { limit: number },
): Promise<UnexpectedCharge[]> {
  return selectUnexpected(db, { chainId: config.chainId, limit })
}

/** Deletes an unexpected charge that has a receipt now, or that belongs to no subscription. */
export async function forgetUnexpected(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  chargeKey: Hash,
): Promise<void> {
  await deleteUnexpected(db, { chainId: config.chainId, chargeKey })
}
