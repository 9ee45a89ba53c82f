import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { Catalogue } from './catalogue-store.js'
import { holdCatalogue } from './hold-catalogue.js'

/**
 * Does something to a merchant's catalogue in a transaction that holds it. Changes of one merchant's items
 * wait for each other here, not in the database: a long import would otherwise take every connection with
 * the changes that wait for it.
 */
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
  return ctx.turns.take(`catalogue:${merchant}`, () =>
    ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      return change(inTx, await holdCatalogue(inTx, merchant))
    }),
  )
}
