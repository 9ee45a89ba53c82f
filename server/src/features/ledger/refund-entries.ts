import type { Amount, Entry } from './entry.js'
import { mergeEntries } from './merge-entries.js'
import { type Share, shareAmount } from './share-amount.js'
import { transferEntries } from './transfer-entries.js'

/**
 * Money is to be given back: the merchant owes it to the buyer, and whoever had a share in it is owed that much less.
 *
 * @throws {Error} when the shares are not the whole.
 */
export function refundEntries({
  shares,
  ...amount
}: Amount & { shares: readonly Share[] }): Entry[] {
  return mergeEntries([
    ...transferEntries(amount, { from: 'refund_payable', to: 'refunds' }),
    ...shareAmount(amount, shares).flatMap(({ account, ...share }) =>
      transferEntries(share, { from: 'proceeds', to: `due:${account}` }),
    ),
  ])
}
