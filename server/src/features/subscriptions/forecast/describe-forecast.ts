import { checksumAddress } from '../../../lib/hex.js'
import { type Cents, centsToDecimal, sumCents } from '../../../lib/money.js'
import { DAY_MS, dayOf, writeDay } from '../../../lib/time.js'
import type { FailureReason, ForecastCharge } from './forecast-charges.js'
import type { Forecast } from './get-forecast.js'
import { writeCursor } from './read-forecast-query.js'

type Failing = { charge: ForecastCharge; reason: FailureReason }

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

function listFailing(charges: readonly ForecastCharge[]): Failing[] {
  return charges.flatMap((charge) =>
    charge.outcome.kind === 'failing' ? [{ charge, reason: charge.outcome.reason }] : [],
  )
}

function describeFailing({ charge: { subscription, version, at }, reason }: Failing) {
  return {
    subscriptionId: subscription.id,
    planId: subscription.planId,
    customerWallet: checksumAddress(subscription.permission.account),
    at,
    amountUsd: centsToDecimal(version.priceCents),
    reason,
  }
}
