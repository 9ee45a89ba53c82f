import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { markShopChanged } from './store.js'

/** Lets the directories of all processes read a shop again, after its merchant was suspended or resumed. */
export function refreshListing({ db }: Pick<TxContext, 'db'>, merchant: Address): Promise<void> {
  return markShopChanged(db, merchant)
}
