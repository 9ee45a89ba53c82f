import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Ppm, ppm, ppmFromDecimal } from '../../lib/money.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import { type Anchor, chooseRate } from './choose-rate.js'
import type { MarketProviderName, Quote } from './provider.js'
import { type MarketUnit, marketUnitNames, marketUnits } from './units.js'

const start = unixMs(1_767_268_800_000)
const names: MarketProviderName[] = ['chainlink', 'coinbase', 'ecb']
const rateOf = (text: string) => ppmFromDecimal(text) ?? ppm(0n)

/** Quotes in order of preference, all with the same time. */
function quotesOf(...rates: string[]): Quote[] {
  return rates.map((rate, index) => ({
    provider: names[index % 3] ?? 'ecb',
    rate: rateOf(rate),
    quotedAt: start,
  }))
}

function choose(unit: MarketUnit, rates: string[], anchor: Anchor | null = null) {
  return chooseRate(quotesOf(...rates), { unit, anchor })
}

/** A rate that was accepted this long before the quotes. */
const before = (ms: number, rate: string): Anchor => ({
  rate: rateOf(rate),
  quotedAt: unixMs(start - ms),
})

const chosen = (provider: MarketProviderName, alarm: string | null = null) => ({
  kind: 'chosen',
  quote: expect.objectContaining({ provider }),
  alarm,
})
const refused = (alarm: string) => ({ kind: 'unavailable', alarm: expect.stringContaining(alarm) })

describe('chooseRate', () => {
  test('default: chooses the middle one of three that agree', () => {
    expect(choose('EUR', ['1.0830', '1.0834', '1.0790'])).toMatchObject(chosen('chainlink'))
  })

  test('behavior: chooses the preferred one of equal quotes', () => {
    expect(choose('EUR', ['1.08', '1.08', '1.07'])).toMatchObject(chosen('chainlink'))
  })

  test.each([
    ['EUR', '1.0908', '1.08'],
    ['ETH', '3000', '3090'],
  ] as const)('behavior: chooses the preferred one of two that agree: %s', (unit, ...rates) => {
    expect(choose(unit, rates)).toMatchObject(chosen('chainlink'))
  })

  test.each([
    ['EUR', '1.090801', '1.08'],
    ['EUR', '1.08', '108'],
    ['ETH', '3000', '3090.000001'],
    ['ETH', '30', '3000'],
  ] as const)('error: refuses two that disagree: %s', (unit, first, second) => {
    const wouldDo = before(0, first)
    expect(choose(unit, [first, second], wouldDo)).toEqual(refused('chainlink, coinbase disagree'))
  })

  test.each([
    [['300000', '3000', '3010'], 'chainlink'],
    [['3010', '30', '3000'], 'coinbase'],
  ] as const)('behavior: outvotes one of three: %s', (rates, outlier) => {
    const choice = choose('ETH', [...rates])
    expect(choice).toMatchObject({ kind: 'chosen', alarm: `outvoted: ${outlier}` })
  })

  test('error: refuses three that all disagree', () => {
    expect(choose('ETH', ['2000', '3000', '4000'])).toEqual(refused('disagree'))
  })

  test('error: refuses two against two', () => {
    expect(choose('ETH', ['2000', '2010', '4000', '4010'])).toEqual(refused('disagree'))
  })

  test('error: refuses without quotes', () => {
    expect(choose('EUR', [], before(0, '1.08'))).toEqual(refused('no provider'))
  })

  test.each([
    ['EUR', 0, '1.08', '1.134', '1.134001'],
    ['EUR', DAY_MS, '1.08', '1.134', '1.134001'],
    ['EUR', 3 * DAY_MS, '1.08', '1.242', '1.242001'],
    ['EUR', 900 * DAY_MS, '1.08', '1.62', '1.620001'],
    ['ETH', HOUR_MS, '3000', '2500', '2499'],
    ['ETH', HOUR_MS, '3000', '3600', '3601'],
    ['ETH', 5 * HOUR_MS, '3000', '1500', '1499'],
    ['ETH', 900 * DAY_MS, '3000', '750', '749'],
    ['ETH', 900 * DAY_MS, '3000', '12000', '12001'],
  ] as const)(
    'behavior: allows a single source more distance from an older anchor: %s, %i ms',
    (unit, ageMs, last, near, far) => {
      expect(choose(unit, [near], before(ageMs, last))).toMatchObject(chosen('chainlink'))
      expect(choose(unit, [far], before(ageMs, last))).toEqual(refused('too far'))
    },
  )

  test('error: refuses a single source without an anchor', () => {
    expect(choose('EUR', ['1.08'])).toEqual(refused('no earlier rate'))
  })

  test('behavior: an agreed rate becomes the anchor, dated by the newest quote', () => {
    const [first, second] = quotesOf('1.08', '1.081')
    if (!first || !second) throw new Error('expected two quotes')
    const quotes = [{ ...first, quotedAt: unixMs(start - HOUR_MS) }, second]
    const choice = chooseRate(quotes, { unit: 'EUR', anchor: before(DAY_MS, '2') })
    expect(choice).toMatchObject({ anchor: { rate: rateOf('1.08'), quotedAt: start } })
  })

  test('behavior: voters are the quotes that agree with the chosen one', () => {
    const quotes = quotesOf('1.0830', '1.20', '1.0834')
    const [first, , third] = quotes
    const choice = chooseRate(quotes, { unit: 'EUR', anchor: null })
    expect(choice).toMatchObject({ ...chosen('ecb', 'outvoted: coinbase'), voters: [first, third] })
  })

  test('behavior: a single source is its own voter', () => {
    const quotes = quotesOf('1.08')
    const choice = chooseRate(quotes, { unit: 'EUR', anchor: before(0, '1.08') })
    expect(choice).toMatchObject({ voters: quotes })
  })

  test.each([
    ['EUR', 1_440, '1.05'],
    ['ETH', 60, '1.20'],
  ] as const)('behavior: a single source cannot drift away: %s', (unit, minutes, farthest) => {
    const first = { EUR: '1.08', ETH: '3000' }[unit]
    let anchor = before(0, first)
    let rate = anchor.rate
    for (let minute = 1; minute <= minutes; minute += 1) {
      const quote: Quote = {
        provider: 'coinbase',
        rate: ppm(rate + rate / 100n),
        quotedAt: unixMs(start + minute * 60_000),
      }
      const choice = chooseRate([quote], { unit, anchor })
      if (choice.kind === 'unavailable') continue
      rate = choice.quote.rate
      anchor = choice.anchor
    }
    expect(rate).toBeLessThanOrEqual((rateOf(first) * rateOf(farthest)) / 1_000_000n)
  })
})

/** Wrong by any factor, often just beyond the tolerance, which is the hard case. */
const wrongBy = fc.oneof(
  fc.constantFrom(100_000_000n, 10_000n, 10_000_000n, 100_000n, 500_000n, 2_000_000n),
  fc.bigInt({ min: 1_005_000n, max: 1_070_000n }),
  fc.bigInt({ min: 930_000n, max: 995_000n }),
)
const unit = fc.constantFrom(...marketUnitNames)

function isWithin(rate: Ppm, truth: bigint, tolerance: bigint): boolean {
  const difference = rate > truth ? rate - truth : truth - rate
  return difference * 1_000_000n <= tolerance * truth
}

describe('chooseRate, for any quotes', () => {
  const scene = unit.chain((name) => {
    const { lowest, highest, tolerance } = marketUnits[name]
    return fc.record({
      unit: fc.constant(name),
      truth: fc.bigInt({ min: lowest, max: highest }),
      // Correct quotes lie within the tolerance, often at its limits.
      right: fc.array(
        fc.oneof(
          fc.constantFrom(tolerance, -tolerance, 0n),
          fc.bigInt({ min: -tolerance, max: tolerance }),
        ),
        { minLength: 1, maxLength: 5 },
      ),
      wrong: fc.array(wrongBy, { maxLength: 4 }),
      order: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
      anchor: fc.option(fc.bigInt({ min: lowest, max: highest })),
      ageMs: fc.nat(30 * DAY_MS),
    })
  })

  test('behavior: a minority of wrong quotes never makes the rate wrong', { tags: 'slow' }, () => {
    let chosenTimes = 0
    let runs = 0
    fc.assert(
      fc.property(scene, ({ unit, truth, right, wrong, order, anchor, ageMs }) => {
        const { tolerance } = marketUnits[unit]
        const rates = [
          ...right.map((off) => truth + (truth * off) / 1_000_000n),
          ...wrong.slice(0, right.length - 1).map((factor) => (truth * factor) / 1_000_000n),
        ]
        const quotes = rates
          .map((rate, index) => ({ rate: ppm(rate), place: order[index] ?? 0 }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ rate }): Quote => ({ provider: 'coinbase', rate, quotedAt: start }))
        const anchorQuote =
          anchor === null ? null : { rate: ppm(anchor), quotedAt: unixMs(start - ageMs) }

        const choice = chooseRate(quotes, { unit, anchor: anchorQuote })
        runs += 1
        if (choice.kind === 'unavailable') return
        chosenTimes += 1
        expect(isWithin(choice.quote.rate, truth, tolerance)).toBe(true)
        expect(choice.voters).toContain(choice.quote)
        for (const { rate } of choice.voters) {
          const [low, high] = [rate, choice.quote.rate].toSorted((a, b) => Number(a - b))
          expect(isWithin(high ?? rate, low ?? rate, tolerance)).toBe(true)
        }
      }),
      { numRuns: 5_000 },
    )
    // Never choosing a rate would pass, but be useless.
    expect(chosenTimes / runs).toBeGreaterThan(0.3)
  })

  test('behavior: a quote that is wrong by a factor of 100 never wins', () => {
    const rest = fc.array(fc.bigInt({ min: 970_000n, max: 1_030_000n }), { maxLength: 3 })
    const factor = fc.constantFrom(100n * 1_000_000n, 10_000n)
    // The market may have moved by a quarter or a half since the anchor.
    const moved = fc.bigInt({ min: 500_000n, max: 2_000_000n })
    fc.assert(
      fc.property(
        fc.record({ unit, rest, factor, moved, place: fc.nat(3), ageMs: fc.nat(900 * DAY_MS) }),
        ({ unit, rest, factor, moved, place, ageMs }) => {
          const truth = { EUR: 1_080_000n, ETH: 3_000_000_000n }[unit]
          const bad = (truth * factor) / 1_000_000n
          const rates = rest.map((factor) => (truth * factor) / 1_000_000n)
          rates.splice(place, 0, bad)
          const quotes = rates.map(
            (rate): Quote => ({ provider: 'coinbase', rate: ppm(rate), quotedAt: start }),
          )
          const anchor = {
            rate: ppm((truth * moved) / 1_000_000n),
            quotedAt: unixMs(start - ageMs),
          }

          const choice = chooseRate(quotes, { unit, anchor })
          expect(choice.kind === 'chosen' && choice.quote.rate === bad).toBe(false)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
