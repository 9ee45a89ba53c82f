import fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import {
  applyRate,
  baseUnits,
  baseUnitsFromCents,
  baseUnitsFromDecimal,
  baseUnitsToDecimal,
  type Cents,
  cents,
  centsFromDecimal,
  centsToDecimal,
  type Ppm,
  ppm,
  ppmFromDecimal,
  ppmToDecimal,
  prorate,
  shareOut,
  sumCents,
} from './money.js'
import { moneyProperties } from './money.properties.js'

const hostileValues = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number('1e309'),
  1e-7,
  0.1 + 0.2,
  '1e2',
  '1E2',
  '1e+2',
  '1e-2',
  '1e+999999999',
  ' 1',
  '1\n',
  '',
  '-',
  '+1',
  '.5',
  '1.',
  '01',
  '1,5',
  '0x10',
  '1_000',
  '1n',
  '٣',
  '−1',
  'NaN',
  'Infinity',
  '9'.repeat(79),
  `0.${'0'.repeat(79)}`,
]

describe('sumCents', () => {
  test('default', () => {
    expect(sumCents([cents(10_000n), cents(950n), cents(-50n)])).toBe(10_900n)
  })

  test('behavior: an empty list sums to zero', () => {
    expect(sumCents([])).toBe(0n)
  })
})

describe('applyRate', () => {
  test('default', () => {
    expect(applyRate(cents(10_000n), ppm(95_000n))).toBe(950n)
  })

  test('behavior: half a cent rounds away from zero', () => {
    expect(applyRate(cents(100n), ppm(5_000n))).toBe(1n)
    expect(applyRate(cents(-100n), ppm(5_000n))).toBe(-1n)
    expect(applyRate(cents(100n), ppm(-5_000n))).toBe(-1n)
    expect(applyRate(cents(99n), ppm(5_000n))).toBe(0n)
    expect(applyRate(cents(-99n), ppm(5_000n))).toBe(0n)
  })

  test.each([
    { feeRate: 0.005, fee: 0.55, total: 110.05 },
    { feeRate: 0.02, fee: 2.19, total: 111.69 },
  ])('behavior: computes a worked order with a fee of $feeRate', ({ feeRate, fee, total }) => {
    const subtotal = parseCents(100)
    const tax = applyRate(subtotal, parsePpm(0.095))
    const taxed = sumCents([subtotal, tax])
    const charged = applyRate(taxed, parsePpm(feeRate))

    expect(centsToDecimal(tax)).toBe(9.5)
    expect(centsToDecimal(charged)).toBe(fee)
    expect(centsToDecimal(sumCents([taxed, charged]))).toBe(total)
  })
})

describe('centsFromDecimal', () => {
  test.each([
    [0, 0n],
    [-0, 0n],
    [12.34, 1_234n],
    [-12.34, -1_234n],
    [0.07, 7n],
    [1.1, 110n],
    [4.35, 435n],
    [1e2, 10_000n],
    ['0', 0n],
    ['-0', 0n],
    ['-0.00', 0n],
    ['12.3', 1_230n],
    ['12.340', 1_234n],
    ['-0.01', -1n],
  ])('default: %s', (value, expected) => {
    expect(centsFromDecimal(value)).toBe(expected)
  })

  test('behavior: the range ends at ten trillion', () => {
    expect(centsFromDecimal(10_000_000_000_000)).toBe(10n ** 15n)
    expect(centsFromDecimal('-10000000000000.00')).toBe(-(10n ** 15n))
    expect(centsFromDecimal(10_000_000_000_000.01)).toBeNull()
    expect(centsFromDecimal('-10000000000000.01')).toBeNull()
    expect(centsFromDecimal(1e21)).toBeNull()
    expect(centsFromDecimal(Number.MAX_VALUE)).toBeNull()
  })

  test.each([...hostileValues, 1.005, 12.345, '1.005', '0.001'])('error: rejects %o', (value) => {
    expect(centsFromDecimal(value)).toBeNull()
  })
})

describe('centsToDecimal', () => {
  test('default', () => {
    expect(centsToDecimal(cents(11_005n))).toBe(110.05)
    expect(centsToDecimal(cents(-1n))).toBe(-0.01)
    expect(Object.is(centsToDecimal(cents(0n)), 0)).toBe(true)
  })
})

describe('ppmFromDecimal', () => {
  test.each([
    [0.005, 5_000n],
    [0.095, 95_000n],
    [0.0725, 72_500n],
    [1e-6, 1n],
    [-0, 0n],
    [1.005, 1_005_000n],
    [1e21, 10n ** 27n],
    ['0.02', 20_000n],
  ])('default: %s', (value, expected) => {
    expect(ppmFromDecimal(value)).toBe(expected)
  })

  test.each([...hostileValues, 0.0000015, '0.0000001'])('error: rejects %o', (value) => {
    expect(ppmFromDecimal(value)).toBeNull()
  })
})

describe('ppmToDecimal', () => {
  test('default', () => {
    expect(ppmToDecimal(ppm(95_000n))).toBe(0.095)
    expect(ppmToDecimal(ppm(1n))).toBe(0.000001)
  })
})

describe('baseUnitsFromDecimal', () => {
  test.each([
    ['110.05', 6, 110_050_000n],
    ['0.000001', 6, 1n],
    ['1.500', 1, 15n],
    ['7', 0, 7n],
    ['-1.5', 18, -1_500_000_000_000_000_000n],
  ])('default: %s with %i decimals', (value, decimals, expected) => {
    expect(baseUnitsFromDecimal(value, decimals)).toBe(expected)
  })

  test('error: rejects an amount finer than a base unit', () => {
    expect(baseUnitsFromDecimal('0.0000001', 6)).toBeNull()
    expect(baseUnitsFromDecimal('0.5', 0)).toBeNull()
  })

  test.each(hostileValues.filter((value) => typeof value === 'string'))(
    'error: rejects %o',
    (value) => {
      expect(baseUnitsFromDecimal(value, 6)).toBeNull()
    },
  )
})

describe('baseUnitsToDecimal', () => {
  test.each([
    [110_050_000n, 6, '110.05'],
    [1n, 6, '0.000001'],
    [-1n, 18, '-0.000000000000000001'],
    [1_000_000n, 6, '1'],
    [100n, 0, '100'],
    [0n, 6, '0'],
  ])('default: %i with %i decimals', (units, decimals, expected) => {
    expect(baseUnitsToDecimal(baseUnits(units), decimals)).toBe(expected)
  })
})

describe('baseUnitsFromCents', () => {
  test('default', () => {
    expect(baseUnitsFromCents(cents(11_005n), 6)).toBe(110_050_000n)
    expect(baseUnitsFromCents(cents(11_005n), 2)).toBe(11_005n)
  })

  test('error: throws when the token cannot hold a cent', () => {
    expect(() => baseUnitsFromCents(cents(1n), 1)).toThrow('cannot hold a cent')
  })
})

describe('prorate', () => {
  test('default', () => {
    expect(prorate(cents(100n), [70n, 20n, 10n])).toEqual([70n, 20n, 10n])
  })

  test('behavior: the largest remainder gets the remaining unit', () => {
    expect(prorate(cents(100n), [1n, 2n])).toEqual([33n, 67n])
    expect(prorate(cents(10n), [3n, 3n, 1n])).toEqual([4n, 4n, 2n])
  })

  test('behavior: ties go to the lower index', () => {
    expect(prorate(cents(100n), [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(prorate(cents(5n), [1n, 1n, 1n])).toEqual([2n, 2n, 1n])
  })

  test('behavior: a negative total mirrors the positive one', () => {
    expect(prorate(cents(-100n), [1n, 1n, 1n])).toEqual([-34n, -33n, -33n])
  })

  test('behavior: a weight of zero gets nothing', () => {
    expect(prorate(baseUnits(7n), [0n, 1n, 0n, 1n])).toEqual([0n, 4n, 0n, 3n])
  })

  test.each([[[]], [[0n, 0n]], [[2n, -1n]], [[1n, -1n]]])(
    'error: rejects the weights [%s]',
    (weights) => {
      expect(() => prorate(cents(1n), weights)).toThrow('Weights must not be negative')
    },
  )
})

describe('units', () => {
  test('behavior: the compiler rejects floats and the wrong unit', {
    tags: 'slow',
    timeout: 60_000,
  }, () => {
    const errorCodes = findErrorCodes({
      control: 'money.applyRate(money.cents(10_000n), money.ppm(95_000n))',
      float: 'money.cents(10_000n) * 0.095',
      ppmAsCents: 'money.applyRate(money.ppm(95_000n), money.ppm(95_000n))',
      baseUnitsAsCents: 'money.applyRate(money.baseUnits(10_000n), money.ppm(95_000n))',
      bareAsCents: 'money.applyRate(10_000n, money.ppm(95_000n))',
    })

    expect(errorCodes).toEqual({
      control: [],
      float: [2365],
      ppmAsCents: [2345],
      baseUnitsAsCents: [2345],
      bareAsCents: [2345],
    })
  })
})

for (const { verb, name, property } of moneyProperties) {
  describe(verb, () => {
    test(`property: ${name}`, () => {
      fc.assert(property, { seed: 1, numRuns: 1_000 })
    })
  })
}

function parseCents(value: number): Cents {
  const amount = centsFromDecimal(value)
  if (amount === null) throw new Error(`${value} is not an amount`)
  return amount
}

function parsePpm(value: number): Ppm {
  const rate = ppmFromDecimal(value)
  if (rate === null) throw new Error(`${value} is not a rate`)
  return rate
}

/** Type-checks each expression as a file beside `money.ts`, with the repository's own options. */
function findErrorCodes(expressions: Record<string, string>): Record<string, number[]> {
  const options = readCompilerOptions()
  const sources = new Map(
    Object.entries(expressions).map(([name, expression]) => [
      `${import.meta.dirname}/${name}.snippet.ts`,
      `import * as money from './money.js'\nexport const result = ${expression}\n`,
    ]),
  )

  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (path) => sources.has(path) || fileExists(path)
  host.readFile = (path) => sources.get(path) ?? readFile(path)

  const program = ts.createProgram([...sources.keys()], options, host)
  return Object.fromEntries(
    Object.keys(expressions).map((name) => {
      const file = program.getSourceFile(`${import.meta.dirname}/${name}.snippet.ts`)
      return [name, ts.getPreEmitDiagnostics(program, file).map((diagnostic) => diagnostic.code)]
    }),
  )
}

function readCompilerOptions(): ts.CompilerOptions {
  const path = ts.findConfigFile(import.meta.dirname, ts.sys.fileExists, 'tsconfig.base.json')
  if (path === undefined) throw new Error('tsconfig.base.json is missing')

  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, path)
  // The snippets are not a project, and money needs only the language's own types.
  return { ...options, composite: false, incremental: false, noEmit: true, types: [] }
}

/** Shares of one to sixteen recipients that sum to the total. */
const shares = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 15 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
  .map((ends) => ends.slice(1).map((end, index) => end - (ends[index] ?? 0)))

describe('shareOut', () => {
  test('default', () => {
    expect(shareOut(baseUnits(100_000_000n), [9_950, 50])).toEqual([99_500_000n, 500_000n])
  })

  test('behavior: rounds each part down', () => {
    expect(shareOut(baseUnits(199n), [9_950, 50])).toEqual([198n, 0n])
    expect(shareOut(baseUnits(0n), [10_000])).toEqual([0n])
  })

  test('property: parts never exceed the total and leave less than one unit each', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), shares, (received, bps) => {
        const parts = shareOut(baseUnits(received), bps)
        const remainder = received - parts.reduce((sum, part) => sum + part, 0n)
        expect(remainder).toBeGreaterThanOrEqual(0n)
        expect(remainder).toBeLessThan(BigInt(bps.length))
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
