import fc from 'fast-check'
import {
  applyRate,
  baseUnits,
  baseUnitsFromCents,
  baseUnitsFromDecimal,
  baseUnitsToDecimal,
  cents,
  centsFromDecimal,
  centsToDecimal,
  ppm,
  ppmFromDecimal,
  ppmToDecimal,
  prorate,
} from './money.js'

const MAX_AMOUNT = 10_000_000_000_000

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(cents)

// A random rate almost never produces a half cent; real ones often do.
const rate = fc
  .oneof(
    fc.constantFrom(5_000n, 20_000n, 62_500n, 95_000n, 500_000n, -500_000n),
    fc.bigInt({ min: -2_000_000n, max: 2_000_000n }),
  )
  .map(ppm)

// Small weights produce ties, large ones long remainders.
const weights = fc
  .array(fc.oneof(fc.bigInt({ min: 0n, max: 3n }), fc.bigInt({ min: 0n, max: 10n ** 30n })), {
    minLength: 1,
    maxLength: 12,
  })
  .filter((values) => values.some((value) => value > 0n))

const units = fc.bigInt({ min: -(2n ** 256n - 1n), max: 2n ** 256n - 1n }).map(baseUnits)
const decimals = fc.integer({ min: 0, max: 36 })

/** Laws of `money.ts`, checked briefly with the unit tests and at length in the long suite. */
export const moneyProperties: { verb: string; name: string; property: fc.IProperty<unknown> }[] = [
  {
    verb: 'centsFromDecimal',
    name: 'reads back what centsToDecimal wrote',
    property: fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      (value) => centsFromDecimal(centsToDecimal(cents(value))) === value,
    ),
  },
  {
    verb: 'centsFromDecimal',
    name: 'reads text like the number it writes',
    property: fc.property(amount, (value) => {
      const text = baseUnitsToDecimal(baseUnits(value), 2)
      return centsFromDecimal(text) === value
    }),
  },
  {
    verb: 'centsFromDecimal',
    name: 'accepts a number exactly when two decimals write it',
    property: fc.property(
      fc.oneof(
        fc.double({ min: -MAX_AMOUNT, max: MAX_AMOUNT }),
        fc.integer().map((thousandths) => thousandths / 1_000),
      ),
      (value) => {
        const isWhole = Number(value.toFixed(2)) === value
        const read = centsFromDecimal(value)
        return isWhole ? read !== null && Number(read) / 100 === value : read === null
      },
    ),
  },
  {
    verb: 'centsFromDecimal',
    name: 'accepts no text that is not a JSON number of the same value',
    property: fc.property(
      fc.oneof(fc.string({ unit: fc.constantFrom(...'0019.-+eE_x ') }), fc.string()),
      (text) => {
        const read = centsFromDecimal(text)
        return read === null || JSON.parse(text) === Number(read) / 100
      },
    ),
  },
  {
    verb: 'ppmFromDecimal',
    name: 'reads back what ppmToDecimal wrote',
    property: fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      (value) => ppmFromDecimal(ppmToDecimal(ppm(value))) === value,
    ),
  },
  {
    verb: 'applyRate',
    name: 'agrees with rational arithmetic',
    property: fc.property(
      amount,
      rate,
      (base, share) => applyRate(base, share) === roundRational(base * share, 1_000_000n),
    ),
  },
  {
    verb: 'applyRate',
    name: 'a refund mirrors its charge',
    property: fc.property(
      amount,
      rate,
      (base, share) => applyRate(cents(-base), share) === -applyRate(base, share),
    ),
  },
  {
    verb: 'prorate',
    name: 'parts sum to the whole, each within one unit of its exact share',
    property: fc.property(amount, weights, (total, shares) => {
      const parts = prorate(total, shares)
      const whole = shares.reduce((sum, share) => sum + share, 0n)

      const isWithinOneUnit = shares.every((share, index) => {
        const distance = (parts[index] ?? 0n) * whole - total * share
        return distance < whole && distance > -whole
      })
      return isWithinOneUnit && parts.reduce<bigint>((sum, part) => sum + part, 0n) === total
    }),
  },
  {
    verb: 'prorate',
    name: 'a refund mirrors its charge, and no weight gets no part',
    property: fc.property(units, weights, (total, shares) => {
      const parts = prorate(total, shares)
      const mirrored = prorate(baseUnits(-total), shares)

      return shares.every((share, index) => {
        const part = parts[index] ?? 0n
        return mirrored[index] === -part && (share > 0n || part === 0n)
      })
    }),
  },
  {
    verb: 'baseUnitsFromDecimal',
    name: 'reads back what baseUnitsToDecimal wrote',
    property: fc.property(units, decimals, (value, places) => {
      const text = baseUnitsToDecimal(value, places)
      return baseUnitsFromDecimal(text, places) === value && !/\.\d*0$|\.$/.test(text)
    }),
  },
  {
    verb: 'baseUnitsFromCents',
    name: 'writes the same decimal as the cents',
    property: fc.property(amount, fc.integer({ min: 2, max: 36 }), (value, places) => {
      const text = baseUnitsToDecimal(baseUnitsFromCents(value, places), places)
      return text === baseUnitsToDecimal(baseUnits(value), 2)
    }),
  },
]

/** Rounds half away from zero by comparing distances; the code adds a half and truncates. */
function roundRational(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const below = size / denominator
  const above = below + 1n

  const isNearerBelow = size - below * denominator < above * denominator - size
  const nearest = isNearerBelow ? below : above
  return numerator < 0n ? -nearest : nearest
}
