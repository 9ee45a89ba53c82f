import type { TxContext } from '../../../platform/context.js'
import { listShops } from '../list-shops.js'
import { nameHashesOf } from './listing.js'
import { deleteAllNames, insertNames, lockNames, markNamesComplete } from './listing-store.js'
import { lookAlikeVersion } from './look-alike.js'

/**
 * Locks the names of listed shops until the transaction ends. Computes them first if they are from before the current
 * rules, for example after an upgrade.
 */
export async function lockListedNames(ctx: Pick<TxContext, 'db' | 'config'>): Promise<void> {
  const version = await lockNames(ctx.db)
  if (version === lookAlikeVersion) return

  await deleteAllNames(ctx.db)
  for await (const shops of listShops(ctx)) {
    const listed = shops.filter(({ settings }) => settings.listed)
    const rows = listed.flatMap(({ merchant, settings }) =>
      nameHashesOf(settings).map((hash) => ({ merchant, hash })),
    )
    await insertNames(ctx.db, rows)
  }
  await markNamesComplete(ctx.db, lookAlikeVersion)
}
