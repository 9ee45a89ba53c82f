import type { Context, TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'

type BookContext = Pick<Context, 'db' | 'config' | 'now' | 'alerts'>

/** What is to be booked: money that a split received or paid out. */
type SplitMoney = { merchant: string; split: string }

/**
 * Books each item in a transaction of its own. One that fails raises an alert and does not stop the others. Returns how many
 * `book` reported as booked.
 *
 * @throws {StoreUnavailable}
 */
export async function bookEach<Item extends SplitMoney>(
  ctx: BookContext,
  items: readonly Item[],
  book: (ctx: Pick<TxContext, 'db' | 'config' | 'now'>, item: Item) => Promise<boolean>,
): Promise<number> {
  let booked = 0
  for (const item of items) {
    const key = `${item.merchant} ${item.split}`
    try {
      if (await ctx.db.transaction((tx) => book({ ...ctx, db: tx }, item))) booked += 1
      ctx.alerts.resolve('booking_failing', key)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const message = 'money of a split could not be booked'
      ctx.alerts.raise({ name: 'booking_failing', key, message, err: error })
    }
  }
  return booked
}
