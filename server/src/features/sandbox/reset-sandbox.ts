import type { Address } from '../../lib/hex.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'
import type { Context } from '../../platform/context.js'
import type { Sandbox } from '../../platform/sandbox.js'
import { readToHead } from '../settlement/read-to-head.js'
import { overlap } from '../settlement/watch/index-chain.js'
import { resetMerchant } from './reset-store.js'

/**
 * Forgets everything a merchant has sold, and returns how many receipts that were. First the chain is moved on by more
 * blocks than are ever read again: what is forgotten must not be found once more.
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
