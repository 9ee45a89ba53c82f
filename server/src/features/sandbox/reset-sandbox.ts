import type { Address } from '../../lib/hex.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'
import type { Context } from '../../platform/context.js'
import type { Sandbox } from '../../platform/sandbox.js'
import { readToHead } from '../settlement/read-to-head.js'
import { overlap } from '../settlement/watch/index-chain.js'
import { resetMerchant } from './reset-store.js'

/**
 * Deletes all receipts of a merchant and returns their number. First mines more blocks than the indexer reads again, so
 * that deleted payments are not found again.
 */
export async function resetSandbox(
  ctx: Context,
  { sandbox, merchant }: { sandbox: Sandbox; merchant: Address },
): Promise<number> {
  const { anvilUrl } = sandbox
  if (anvilUrl && ctx.chain) {
    await callAnvil(anvilUrl, 'anvil_mine', `0x${(overlap + 1n).toString(16)}`)
    await readToHead(ctx, ctx.chain)
  }
  return ctx.db.transaction((tx) => resetMerchant(tx, merchant))
}
