import type { Context } from '../../../platform/context.js'
import { insertUnpaidDays, tryLockUnpaidDays } from './unpaid-days-store.js'
import { readUnpaid, type UnpaidRange, type UnpaidReceipts } from './unpaid-store.js'

export type { UnpaidReceipts }

/**
 * Sums the receipts created in each period that are open or failed now. Periods begin with a
 * quarter of an hour. The sums of days that have ended are stored for the next call.
 */
export async function sumUnpaid(
  ctx: Pick<Context, 'db'>,
  range: UnpaidRange,
): Promise<UnpaidReceipts[]> {
  const { unpaid, missing } = await readUnpaid(ctx.db, range)
  if (missing > 0) await storeUnpaid(ctx, range)
  return unpaid
}

/** Skips storing while another transaction writes sums. The next report stores them. */
async function storeUnpaid({ db }: Pick<Context, 'db'>, range: UnpaidRange): Promise<void> {
  await db.transaction(async (tx) => {
    if (await tryLockUnpaidDays(tx)) await insertUnpaidDays(tx, range)
  })
}
