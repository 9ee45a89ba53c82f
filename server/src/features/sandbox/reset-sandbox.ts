import type { Address } from '../../lib/hex.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'
import type { Sandbox } from '../../platform/clock/sandbox-clock.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { overlap } from '../payments/index/index-chain.js'
import { deleteReceipts } from '../receipts/retention/erase-abandoned-orders.js'
import { readToHead } from '../settlement/read-to-head.js'

/** Deletes everything that other features stored about a merchant's sales. */
export type DeleteSales = (ctx: TxContext, merchant: Address) => Promise<void>

/**
 * Deletes all receipts of a merchant and returns their number. First mines more blocks than the
 * indexer reads again, so that deleted payments are not found again.
 */
export async function resetSandbox(
  ctx: Context,
  input: { sandbox: Sandbox; merchant: Address; deleteSales: DeleteSales },
): Promise<number> {
  const { sandbox, merchant, deleteSales } = input
  const { anvilUrl } = sandbox
  if (anvilUrl && ctx.chain) {
    await callAnvil(anvilUrl, 'anvil_mine', `0x${(overlap + 1n).toString(16)}`)
    await readToHead(ctx, ctx.chain)
  }
  return inTransaction(ctx, async (inTx) => {
    await deleteSales(inTx, merchant)
    return deleteReceipts(inTx, merchant)
  })
}
