import type { Ppm } from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { MarketProviderName, Quote } from './provider.js'
import { type MarketUnit, marketUnits, type UnitLimits } from './units.js'

export type Choice =
  /** The voters are the quotes that agree with the chosen one, itself included. */
  | {
      kind: 'chosen'
      quote: Quote
      voters: readonly Quote[]
      anchor: Anchor
      alarm: string | null
    }
  | { kind: 'unavailable'; alarm: string }

/** A rate from before, to hold a lonely quote against. */
export type Anchor = { rate: Ppm; quotedAt: UnixMs }

const MILLION = 1_000_000n

/**
 * Decides which of the quotes, the preferred one first, is the rate, so that a minority of wrong ones,
 * however wrong, never decides it:
 *
 * - Nobody quotes: there is none.
 * - One quotes: it is taken when it is near the anchor, the last rate that several agreed on or that
 *   stood for a while. How near grows with the time between the two, up to a limit; see `marketUnits`.
 * - More quote: as many of the lowest and of the highest are set aside as a minority can have. What is
 *   left lies between quotes that are right (of two, both; of three, the middle one). The preferred one
 *   of these is taken if a majority, itself included, agrees with it.
 *
 * An alarm has names and no figures, so that it stays the same while the trouble does.
 */
export function chooseRate(
  quotes: readonly Quote[],
  { unit, anchor }: { unit: MarketUnit; anchor: Anchor | null },
): Choice {
  const limits = marketUnits[unit]
  const [only] = quotes
  if (!only) return { kind: 'unavailable', alarm: 'no provider gives a usable rate' }
  if (quotes.length === 1) return chooseLonely(only, { limits, anchor })

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

function chooseLonely(
  quote: Quote,
  { limits, anchor }: { limits: UnitLimits; anchor: Anchor | null },
): Choice {
  if (!anchor) {
    return {
      kind: 'unavailable',
      alarm: `${quote.provider} stands alone and there is no rate to hold it against`,
    }
  }
  if (distance(quote.rate, anchor.rate) > allowedStep(quote, { limits, anchor })) {
    return {
      kind: 'unavailable',
      alarm: `${quote.provider} stands alone and is too far from earlier rates`,
    }
  }

  // The anchor follows a lonely source only once a step, or each small step would allow the next.
  const isOld = quote.quotedAt - anchor.quotedAt >= limits.stepMs
  return { kind: 'chosen', quote, voters: [quote], anchor: isOld ? quote : anchor, alarm: null }
}

/** One step for the first `stepMs` between the quotes, then in proportion to the time. */
function allowedStep(
  quote: Quote,
  { limits, anchor }: { limits: UnitLimits; anchor: Anchor },
): bigint {
  const betweenMs = Math.abs(quote.quotedAt - anchor.quotedAt)
  const allowed = (limits.step * BigInt(Math.max(betweenMs, limits.stepMs))) / BigInt(limits.stepMs)
  return allowed < limits.widest ? allowed : limits.widest
}

/** The rate is as good as the newest quote that agrees with it. */
function latestOf(quotes: readonly Quote[]): UnixMs {
  return unixMs(Math.max(...quotes.map(({ quotedAt }) => quotedAt)))
}

/** What remains when a minority is taken from either end; still the preferred one first. */
function middleOf(quotes: readonly Quote[]): Quote[] {
  const minority = Math.floor((quotes.length - 1) / 2)
  const byRate = quotes.toSorted((a, b) => (a.rate < b.rate ? -1 : a.rate > b.rate ? 1 : 0))
  const lowest = byRate[minority]
  const highest = byRate[quotes.length - 1 - minority]
  if (!lowest || !highest) return []

  // By rate and not by place, so that of equal quotes the preferred one counts.
  return quotes.filter(({ rate }) => rate >= lowest.rate && rate <= highest.rate)
}

function doAgree(a: Quote, b: Quote, { tolerance }: UnitLimits): boolean {
  return distance(a.rate, b.rate) <= tolerance
}

/**
 * How much larger the larger is, in millionths and rounded up, so that 100 times too much is as far off
 * as 100 times too little.
 */
function distance(a: Ppm, b: Ppm): bigint {
  const [low, high] = a < b ? [a, b] : [b, a]
  return ((high - low) * MILLION + low - 1n) / low
}

function namesOf(quotes: readonly { provider: MarketProviderName }[]): string {
  return quotes.map(({ provider }) => provider).join(', ')
}
