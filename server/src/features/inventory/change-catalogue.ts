import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { Catalogue } from './catalogue-store.js'
import { lockCatalogue } from './lock-catalogue.js'
import { withCatalogueMutex } from './with-catalogue-mutex.js'

/** Changes a merchant's catalog in a transaction that locks it, one change at a time per process. */
export function changeCatalogue<Result>(
  ctx: Context,
  {
    merchant,
    change,
  }: {
    merchant: Address
    change: (inTx: TxContext, catalogue: Catalogue) => Promise<Result>
  },
): Promise<Result> {
  const work = () =>
    ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      return change(inTx, await lockCatalogue(inTx, merchant))
    })
  return withCatalogueMutex(ctx, { merchant, work })
}
