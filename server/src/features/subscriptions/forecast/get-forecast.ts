import type { Address } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import { readChain } from '../../../platform/chain/read-chain.js'
import type { Context } from '../../../platform/context.js'
import { readPermissionStates } from '../charging/attempt/read-permission-states.js'
import { loadVersions } from '../plans/load-versions.js'
import type { Subscription } from '../subscription.js'
import { listByRefs } from '../subscription-store.js'
import { type Candidate, type ForecastCharge, forecastCharges } from './forecast-charges.js'
import { type ForecastStart, listForecastIds } from './forecast-store.js'

/** Each takes five read-only calls, of which one request to the node carries 200. */
const pageSize = 500

export type Forecast = {
  /** The beginning of the first day. */
  dayOne: UnixMs
  days: number
  charges: ForecastCharge[]
  /** How many subscriptions this page covers. */
  subscriptions: number
  next: ForecastStart | null
}

/**
 * Forecasts the charges of a merchant's subscriptions, today and on the following days, from the state of the chain. A
 * page covers up to 500 subscriptions, and all those of a customer together.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function getForecast(
  ctx: Context,
  { merchant, days, after }: { merchant: Address; days: number; after: ForecastStart },
): Promise<Forecast> {
  const now = ctx.now()
  const dayOne = unixMs(now - (now % DAY_MS))
  const until = unixMs(dayOne + days * DAY_MS)
  const found = await listForecastIds(ctx.db, { merchant, until, after, limit: pageSize + 1 })
  const shown = takePage(found)
  const subscriptions = await listByRefs(
    ctx.db,
    shown.map(({ id }) => ({ merchant, id })),
  )
  const candidates = await loadCandidates(ctx, subscriptions)
  return {
    dayOne,
    days,
    charges: forecastCharges(candidates, { now, until }),
    subscriptions: candidates.length,
    next: found.length > shown.length ? (shown.at(-1) ?? null) : null,
  }
}

/** Leaves the last customer, who may have further subscriptions, to the next page. */
function takePage<One extends ForecastStart>(found: readonly One[]): readonly One[] {
  const beyond = found[pageSize]
  if (!beyond) return found
  const complete = found.filter(({ customer }) => customer !== beyond.customer)
  return complete.length > 0 ? complete : found.slice(0, pageSize)
}

async function loadCandidates(
  ctx: Context,
  subscriptions: readonly Subscription[],
): Promise<Candidate[]> {
  if (subscriptions.length === 0) return []
  const versionOf = await loadVersions(ctx, subscriptions)
  const known = subscriptions.map((subscription) => ({
    subscription,
    version: versionOf(subscription),
  }))
  const states = await readChain(ctx, (chain) =>
    readPermissionStates(
      chain,
      known.map(({ subscription: { permission }, version: { manager } }) => ({
        permission,
        manager,
      })),
    ),
  )
  return known.map((one, index) => ({ ...one, state: states[index] ?? null }))
}
