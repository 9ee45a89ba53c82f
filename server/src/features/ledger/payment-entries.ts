import type { Amount, Entry } from './entry.js'
import { mergeEntries } from './merge-entries.js'
import { type Share, shareAmount } from './share-amount.js'
import { transferEntries } from './transfer-entries.js'

/**
 * Money came in for a receipt. All of it is the buyer's until the receipt uses it; and whoever has a share in it is
 * owed that share.
 *
 * @throws {Error} when the shares are not the whole.
 */
export function paymentEntries({ legs, ...amount }: Amount & { legs: readonly Share[] }): Entry[] {
  return mergeEntries([
    ...transferEntries(amount, { from: 'customer_credit', to: 'custody' }),
    ...shareAmount(amount, legs).flatMap(({ account, ...leg }) =>
      transferEntries(leg, { from: `due:${account}`, to: 'proceeds' }),
    ),
  ])
}
