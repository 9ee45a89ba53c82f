import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { takeNumbers } from './counter-store.js'

/** Returns the next delivery number of each merchant listed, in order. A merchant may be listed several times. */
export function takeDeliveryNumbers(
  ctx: Pick<TxContext, 'db'>,
  merchants: readonly Address[],
): Promise<number[]> {
  return takeNumbers(ctx.db, merchants, 'delivery')
}
