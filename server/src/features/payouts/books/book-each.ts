import type { Address } from '../../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'

type BookContext = Pick<Context, 'db' | 'config' | 'now' | 'alerts'>

/** Money that a split received or paid out, to be booked. */
type SplitMoney = { merchant: Address; split: Address }

/** How many items were booked, and the splits whose items could not be. */
export type BookingResult = { booked: number; failed: Address[] }

/**
 * Books each item in a transaction of its own. One that fails raises an alert. The other items of
 * its split wait, and those of other splits do not. `booked` counts the items that `book` reported
 * as booked.
 *
 * @throws {StoreUnavailable}
 */
export async function bookEach<Item extends SplitMoney>(
  ctx: BookContext,
  items: readonly Item[],
  book: (ctx: Pick<TxContext, 'db' | 'config' | 'now'>, item: Item) => Promise<boolean>,
): Promise<BookingResult> {
  const failed = new Set<Address>()
  let booked = 0
  for (const item of items) {
    if (failed.has(item.split)) continue
    const key = `${item.merchant} ${item.split}`
    try {
      if (!(await inTransaction(ctx, (inTx) => book(inTx, item)))) continue
      booked += 1
      ctx.alerts.resolve('booking_failing', key)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      failed.add(item.split)
      const message = 'money of a split could not be booked'
      ctx.alerts.raise({ name: 'booking_failing', key, message, err: error })
    }
  }
  return { booked, failed: [...failed] }
}
