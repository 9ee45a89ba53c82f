import type { Ppm } from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { MarketProviderName, Quote } from './provider.js'
import { type MarketUnit, marketUnits, type UnitLimits } from './units.js'

export type Choice =
  /** `voters` are the quotes that agree with the chosen one, itself included. */
  | {
      kind: 'chosen'
      quote: Quote
      voters: readonly Quote[]
      anchor: Anchor
      alarm: string | null
    }
  | { kind: 'unavailable'; alarm: string }

/** An earlier rate, used to check a single quote. */
export type Anchor = { rate: Ppm; quotedAt: UnixMs }

const MILLION = 1_000_000n

/**
 * Chooses the rate from the quotes, which are in order of preference. A minority of wrong quotes
 * never decides it:
 *
 * - No quote: no rate.
 * - One quote: accepted when it is near the anchor. The allowed distance grows with time, up to a
 * limit; see `marketUnits`.
 * - Several quotes: a minority is discarded from either end, which leaves both of two, or the
 * middle of three. The preferred remaining quote is accepted when a majority, itself included,
 * agrees with it.
 *
 * An alarm contains names but no figures, so that it stays constant while the problem lasts.
 */
export function chooseRate(
  quotes: readonly Quote[],
  { unit, anchor }: { unit: MarketUnit; anchor: Anchor | null },
): Choice {
  const limits = marketUnits[unit]
  const [only] = quotes
  if (!only) return { kind: 'unavailable', alarm: 'no provider returned a usable rate' }
  if (quotes.length === 1) return chooseSingle(only, { limits, anchor })

  const vote = (quote: Quote) => quotes.filter((other) => doAgree(quote, other, limits))
  const chosen = middleOf(quotes).find((quote) => vote(quote).length * 2 > quotes.length)
  if (!chosen) return { kind: 'unavailable', alarm: `${namesOf(quotes)} disagree` }

  const voters = vote(chosen)
  const outliers = quotes.filter((quote) => !voters.includes(quote))
  const alarm = outliers.length === 0 ? null : `outvoted: ${namesOf(outliers)}`
  return {
    kind: 'chosen',
    quote: chosen,
    voters,
    anchor: { rate: chosen.rate, quotedAt: latestOf(voters) },
    alarm,
  }
}

function chooseSingle(
  quote: Quote,
  { limits, anchor }: { limits: UnitLimits; anchor: Anchor | null },
): Choice {
  if (!anchor) {
    return {
      kind: 'unavailable',
      alarm: `${quote.provider} is the only source and there is no earlier rate to compare with`,
    }
  }
  if (distance(quote.rate, anchor.rate) > allowedStep(quote, { limits, anchor })) {
    return {
      kind: 'unavailable',
      alarm: `${quote.provider} is the only source and is too far from earlier rates`,
    }
  }

  // The anchor follows a single source once per step. Otherwise many small steps could add up.
  const isOld = quote.quotedAt - anchor.quotedAt >= limits.stepMs
  return { kind: 'chosen', quote, voters: [quote], anchor: isOld ? quote : anchor, alarm: null }
}

/** Allows one step for the first `stepMs` between the quotes, then grows in proportion to time. */
function allowedStep(
  quote: Quote,
  { limits, anchor }: { limits: UnitLimits; anchor: Anchor },
): bigint {
  const betweenMs = Math.abs(quote.quotedAt - anchor.quotedAt)
  const allowed = (limits.step * BigInt(Math.max(betweenMs, limits.stepMs))) / BigInt(limits.stepMs)
  return allowed < limits.widest ? allowed : limits.widest
}

/** Returns the time of the newest quote. */
function latestOf(quotes: readonly Quote[]): UnixMs {
  return unixMs(Math.max(...quotes.map(({ quotedAt }) => quotedAt)))
}

/** Discards a minority from either end. Keeps the order of preference. */
function middleOf(quotes: readonly Quote[]): Quote[] {
  const minority = Math.floor((quotes.length - 1) / 2)
  const byRate = quotes.toSorted((a, b) => (a.rate < b.rate ? -1 : a.rate > b.rate ? 1 : 0))
  const lowest = byRate[minority]
  const highest = byRate[quotes.length - 1 - minority]
  if (!lowest || !highest) return []

  // Compares rates, not positions, so that the preferred one of equal quotes remains.
  return quotes.filter(({ rate }) => rate >= lowest.rate && rate <= highest.rate)
}

function doAgree(a: Quote, b: Quote, { tolerance }: UnitLimits): boolean {
  return distance(a.rate, b.rate) <= tolerance
}

/**
 * Returns how much larger the larger rate is, in millionths and rounded up. It is symmetric: 100
 * times too much is as far as 100 times too little.
 */
function distance(a: Ppm, b: Ppm): bigint {
  const [low, high] = a < b ? [a, b] : [b, a]
  return ((high - low) * MILLION + low - 1n) / low
}

function namesOf(quotes: readonly { provider: MarketProviderName }[]): string {
  return quotes.map(({ provider }) => provider).join(', ')
}
