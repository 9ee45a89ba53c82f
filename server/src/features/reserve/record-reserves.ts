import type { Address } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { dayOf, HOUR_MS } from '../../lib/time.js'
import { isChainUnavailable } from '../../platform/chain/read-chain.js'
import type { Context } from '../../platform/context.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { defaultWindowDays, getRecommendations } from './get-recommendations.js'
import { listUnrecorded } from './read-model/unrecorded-store.js'
import { readReserve } from './read-reserve.js'
import { heldOf, type Reserve } from './reserve.js'
import { deleteDaysBefore, insertDays } from './store.js'

/** The number of days that the history goes back. */
export const keptDays = 400
/** Merchants without postings in these days are recorded only when they read their balances. */
const activeDays = 7
const maxMerchants = 500
const batchSize = 1_000

/** Records the reserves of active merchants once a day, and deletes old records. */
export const recordReserves: Job = {
  name: 'record-reserves',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const day = dayOf(ctx.now())
    const deleted = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => deleteDaysBefore(ctx.db, { day: day - keptDays + 1, limit }),
    })
    if (!ctx.chain) return { recorded: 0, deleted }

    const sinceDay = day - activeDays + 1
    const merchants = await listUnrecorded(ctx.db, { day, sinceDay, limit: maxMerchants })
    let recorded = 0
    for (const merchant of merchants) {
      if (signal.aborted) break
      try {
        await recordReserve(ctx, merchant)
        recorded += 1
      } catch (error) {
        // The other calls would fail as well. The next run repeats them.
        if (isChainUnavailable(error)) break
        throw error
      }
    }
    return { recorded, deleted }
  },
}

/**
 * Reads a merchant's reserve from the chain and returns it. Records it with its targets for the
 * history, unless that was done on the same day.
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
    const target = recommendations.find((entry) => entry.currency === currency)?.target
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
