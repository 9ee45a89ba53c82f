import { insertMerchant } from '../../src/auth/merchants/merchant-store.js'
import type { Receipt } from '../../src/features/receipts/receipt.js'
import type { Address, Hash } from '../../src/lib/hex.js'
import type { Context } from '../../src/platform/context.js'
import { aWallet } from '../fixtures/factories.js'
import { aSplit } from '../fixtures/split.js'
import { hashOf } from '../history/chain.js'
import type { UnpaidReceipt } from './actions.js'
import type { ModelHistory } from './model.js'

/** Creates a merchant with a split of these shares, or without one. */
export async function makeShop(ctx: Context, { sharesBps }: ModelHistory) {
  if (sharesBps.length > 0) {
    const split = await aSplit(ctx, { sharesBps })
    return { merchant: split.merchant, split }
  }
  const merchant = aWallet()
  const terms = { plan: 'enterprise', createdAt: ctx.now() } as const
  await insertMerchant(ctx.db, { wallet: merchant, subscriptionId: ctx.newId('dsub'), ...terms })
  return { merchant, split: null }
}

/** Lists the receipts of a merchant with their deposit addresses. */
export async function listOwed(
  ctx: Context,
  { merchant, receipts }: { merchant: Address; receipts: readonly Receipt[] },
): Promise<UnpaidReceipt[]> {
  const { rows } = await ctx.db.query<{
    receipt_id: string
    receipt_key: Hash
    address: Address
    payout_address: Address
  }>(
    `select receipt_id, receipt_key, address, payout_address from deposits
     where merchant = $1 order by receipt_id`,
    [merchant],
  )
  const receiptOf = (id: string) => receipts.find((receipt) => receipt.id === id) as Receipt
  return rows.map((row) => ({
    id: row.receipt_id,
    ...dueOf(receiptOf(row.receipt_id)),
    key: row.receipt_key,
    chargeKey: hashOf(`charge ${row.receipt_key}`),
    address: row.address,
    payoutAddress: row.payout_address,
  }))
}

function dueOf({ totalUsdCents, totalCents }: Receipt) {
  return {
    dueMicros: totalUsdCents * 10_000n,
    dueEuroUnits: totalCents === null ? null : totalCents * 10_000n,
  }
}
