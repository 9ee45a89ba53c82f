import type { Address } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { dayOf } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { defaultWindowDays, getRecommendations } from './get-recommendations.js'
import { readReserve } from './read-reserve.js'
import { heldOf, type Reserve } from './reserve.js'
import { insertDays } from './store.js'

/**
 * Reads a merchant's reserve from the chain and returns it. Records it with its targets for the history, unless that was
 * done on the same day.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function recordReserve(ctx: Context, merchant: Address): Promise<Reserve> {
  const reserve = await readReserve(ctx, merchant)
  const { holdings, readAt } = reserve
  const window = { merchant, windowDays: defaultWindowDays }
  const { recommendations } = await getRecommendations(ctx, window)
  const days = holdings.map((holding) => {
    const { currency } = holding
    const target = recommendations.find((one) => one.currency === currency)?.target
    return {
      day: dayOf(readAt),
      currency,
      reserved: heldOf(holding),
      target: target ?? baseUnits(0n),
      readAt,
    }
  })
  await insertDays(ctx.db, { merchant, days })
  return reserve
}
