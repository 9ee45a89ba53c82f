import { invalidInput } from '../../../lib/errors.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { type Cents, centsToDecimal, sumCents } from '../../../lib/money.js'
import { DAY_MS, dayOf, type UnixMs, unixMs, writeDay } from '../../../lib/time.js'
import { readChain } from '../../../platform/chain/read-chain.js'
import type { Context } from '../../../platform/context.js'
import { invalidCursor } from '../../../platform/http/read-query.js'
import { readSubscriptionStates } from '../lifecycle/canceling/check-revoked.js'
import { type ForecastStart, listForecastIds } from '../lifecycle/list-store.js'
import { listByRefs } from '../subscription-store.js'
import {
  type Candidate,
  type FailureReason,
  type ForecastCharge,
  forecastCharges,
} from './forecast-charges.js'
import type { ForecastQuery } from './schemas.js'

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
 * Forecasts the charges of a merchant's subscriptions, today and on the following days, from the
 * state of the chain. A page covers up to 500 subscriptions, and all those of a customer together.
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
  const ids = await listForecastIds(ctx.db, { merchant, until, after, limit: pageSize + 1 })
  const page = takePage(ids)
  const subscriptions = await listByRefs(
    ctx.db,
    page.map(({ id }) => ({ merchant, id })),
  )
  const candidates: Candidate[] =
    subscriptions.length === 0
      ? []
      : await readChain(ctx, (chain) => readSubscriptionStates(ctx, { chain, subscriptions }))
  return {
    dayOne,
    days,
    charges: forecastCharges(candidates, { now, until }),
    subscriptions: candidates.length,
    next: ids.length > page.length ? (page.at(-1) ?? null) : null,
  }
}

/** Leaves the last customer, who may have further subscriptions, to the next page. */
function takePage<Row extends ForecastStart>(rows: readonly Row[]): readonly Row[] {
  const nextRow = rows[pageSize]
  if (!nextRow) return rows
  const complete = rows.filter(({ customer }) => customer !== nextRow.customer)
  return complete.length > 0 ? complete : rows.slice(0, pageSize)
}

type FailingCharge = { charge: ForecastCharge; reason: FailureReason }

/** Returns a forecast as the API shows it, with one entry per day. */
export function describeForecast({ dayOne, days, charges, subscriptions, next }: Forecast) {
  const byDay = Array.from({ length: days }, (): ForecastCharge[] => [])
  for (const charge of charges) byDay[Math.floor((charge.at - dayOne) / DAY_MS)]?.push(charge)
  return {
    subscriptions,
    totals: summarize(charges),
    days: byDay.map((ofDay, day) => ({
      date: writeDay(dayOf(dayOne) + day),
      ...summarize(ofDay),
      failing: listFailing(ofDay).map(describeFailing),
    })),
    nextCursor: next ? writeCursor(next) : null,
  }
}

function summarize(charges: readonly ForecastCharge[]) {
  const expected = charges.filter(({ outcome }) => outcome.kind === 'expected')
  const failing = listFailing(charges).map(({ charge }) => charge)
  return {
    revenueUsd: sumPrices(expected),
    charges: expected.length,
    failingUsd: sumPrices(failing),
    failingCharges: failing.length,
    unknownCharges: charges.length - expected.length - failing.length,
  }
}

function sumPrices(charges: readonly ForecastCharge[]): number {
  const prices: Cents[] = charges.map(({ version }) => version.priceCents)
  return centsToDecimal(sumCents(prices))
}

function listFailing(charges: readonly ForecastCharge[]): FailingCharge[] {
  return charges.flatMap((charge) =>
    charge.outcome.kind === 'failing' ? [{ charge, reason: charge.outcome.reason }] : [],
  )
}

function describeFailing({ charge: { subscription, version, at }, reason }: FailingCharge) {
  return {
    subscriptionId: subscription.id,
    planId: subscription.planId,
    customerWallet: checksumAddress(subscription.permission.account),
    at,
    amountUsd: centsToDecimal(version.priceCents),
    reason,
  }
}

const maxDays = 90
const defaultDays = '30'

/** Before every subscription. */
const beginning: ForecastStart = { customer: '', id: '' }

/**
 * Reads the query of a forecast.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readForecastQuery({ days: text, cursor }: ForecastQuery): {
  days: number
  after: ForecastStart
} {
  const days = Number(text || defaultDays)
  if (!Number.isInteger(days) || days < 1 || days > maxDays) {
    throw invalidInput(`days must be a whole number from 1 to ${maxDays}.`)
  }
  return { days, after: cursor ? readCursor(cursor) : beginning }
}

/** Returns the cursor of the page after this subscription. */
function writeCursor({ customer, id }: ForecastStart): string {
  return `${customer}.${id}`
}

function readCursor(text: string): ForecastStart {
  const [, customer, id] = /^(0x[0-9a-f]{40})\.([\w-]{1,64})$/.exec(text) ?? []
  if (customer !== undefined && id !== undefined) return { customer, id }
  throw invalidCursor()
}
