import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { RequestedSplit } from './check-split.js'
import { predictSplit } from './predict-split.js'
import type { Split } from './split.js'
import { insertSplit } from './store.js'

/** Stores a split as the merchant's next version. The caller must hold the merchant's lock. */
export async function addSplit(
  ctx: Pick<TxContext, 'db' | 'now'>,
  input: RequestedSplit & {
    merchant: Address
    current: Split | null
    createdBy: Address | null
  },
): Promise<Split> {
  const { current, address: given, ...terms } = input
  const version = (current?.version ?? 0) + 1
  const address = given ?? predictSplit({ ...terms, version }).address
  const isRegistered = given !== null
  const split = { ...terms, version, address, isRegistered, createdAt: ctx.now() }
  await insertSplit(ctx.db, split)
  return split
}
