import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { listNames } from './store.js'

/** What the shops of these merchants are called, each of them; "" for one without a name. */
export async function listShopNames(
  ctx: Pick<TxContext, 'db'>,
  merchants: readonly Address[],
): Promise<Map<Address, string>> {
  const named = await listNames(ctx.db, merchants)
  const names = new Map(merchants.map((merchant) => [merchant, '']))
  for (const { merchant, name } of named) names.set(merchant, name)
  return names
}
