import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { RequestedSplit } from './check-split.js'
import { planDeployment } from './plan-deployment.js'
import { predictSplit } from './predict-split.js'
import type { Split } from './split.js'
import { insertSplit } from './store.js'

/**
 * Stores a split as the merchant's next version and plans its deployment if it has no address yet. The caller must
 * hold the merchant's lock.
 */
export async function addSplit(
  ctx: Pick<TxContext, 'db' | 'now' | 'newId' | 'wakeups'>,
  input: RequestedSplit & {
    merchant: Address
    current: Split | null
    createdBy: Address | null
  },
): Promise<Split> {
  const { current, address: given, ...terms } = input
  const version = (current?.version ?? 0) + 1
  const predicted = predictSplit({ ...terms, version })
  const split = { ...terms, version, address: given ?? predicted.address, createdAt: ctx.now() }

  await insertSplit(ctx.db, split)
  if (!given) await planDeployment(ctx, { ...terms, ...predicted })
  return split
}
