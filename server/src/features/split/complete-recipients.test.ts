import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { completeRecipients } from './complete-recipients.js'
import type { GivenRecipient } from './split.js'

const [merchant, platform, partner] = [aWallet(), aWallet(), aWallet()]

const complete = (...recipients: GivenRecipient[]) =>
  completeRecipients(recipients, { owner: merchant, platform, platformBps: 50 })

const sharesOf = (...shares: number[]) =>
  complete(...shares.map((sharesBps) => ({ address: aWallet(), sharesBps }))).map(
    ({ sharesBps }) => sharesBps,
  )

/** Up to 20 shares that sum to `total`, with small shares as likely as large ones. */
const partsOf = (total: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(1, 2, 199, 200, 201), fc.integer({ min: 1, max: 480 })), {
      maxLength: 19,
    })
    .chain((parts) => {
      const rest = total - parts.reduce((sum, part) => sum + part, 0)
      return fc.shuffledSubarray([...parts, rest], { minLength: parts.length + 1 })
    })

describe('completeRecipients', () => {
  test('default: adds the platform to a sum of 9950', () => {
    expect(
      complete(
        { address: merchant, sharesBps: 9_000 },
        { address: partner, sharesBps: 950, label: 'Roaster' },
      ),
    ).toEqual([
      { address: merchant, sharesBps: 9_000, role: 'merchant' },
      { address: partner, sharesBps: 950, role: 'partner', label: 'Roaster' },
      { address: platform, sharesBps: 50, role: 'platform' },
    ])
  })

  test.each([
    { given: [10_000], expected: [9_950, 50] },
    { given: [5_000, 5_000], expected: [4_975, 4_975, 50] },
    { given: [9_999, 1], expected: [9_949, 1, 50] },
    { given: [1, 201, 1, 9_797], expected: [1, 200, 1, 9_748, 50] },
    { given: [3_333, 3_333, 3_334], expected: [3_317, 3_316, 3_317, 50] },
  ])('behavior: scales $given down for the platform', ({ given, expected }) => {
    expect(sharesOf(...given)).toEqual(expected)
  })

  test('behavior: keeps recipients that include the platform', () => {
    const recipients = [
      { address: platform, sharesBps: 50, label: 'Fee' },
      { address: merchant, sharesBps: 9_950 },
    ]
    expect(complete(...recipients)).toEqual([
      { ...recipients[0], role: 'platform' },
      { ...recipients[1], role: 'merchant' },
    ])
  })

  test('behavior: does not modify its input', () => {
    const recipients = [{ address: merchant, sharesBps: 10_000 }]
    complete(...recipients)
    expect(recipients).toEqual([{ address: merchant, sharesBps: 10_000 }])
  })

  test("behavior: a merchant who is the platform gets the platform's share only", () => {
    const recipients = [{ address: partner, sharesBps: 9_950 }]
    expect(
      completeRecipients(recipients, { owner: platform, platform, platformBps: 50 }),
    ).toMatchObject([
      { address: partner, role: 'partner' },
      { address: platform, sharesBps: 50, role: 'platform' },
    ])
  })

  test('property: shares sum to 10000, the platform has 50 and no share is 0', () => {
    fc.assert(
      fc.property(fc.constantFrom(9_950, 10_000).chain(partsOf), (parts) => {
        const shares = sharesOf(...parts)
        expect(shares).toHaveLength(parts.length + 1)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(10_000)
        expect(shares.at(-1)).toBe(50)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(1)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test("property: no share shrinks by more than the platform's part of it", () => {
    fc.assert(
      fc.property(partsOf(10_000), (parts) => {
        const shares = sharesOf(...parts)
        for (const [index, part] of parts.entries()) {
          expect(Math.abs((shares[index] ?? 0) - part * 0.995)).toBeLessThan(1)
        }
      }),
      { seed: 2, numRuns: 300 },
    )
  })

  test('property: refuses any other sum', () => {
    const isOther = (sum: number) => sum !== 9_950 && sum !== 10_000
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }).filter(isOther), (sum) => {
        const half = Math.floor(sum / 2)
        const parts = half > 0 ? [half, sum - half] : [sum]
        expect(() => sharesOf(...parts)).toThrow(`They sum to ${sum}`)
      }),
      { seed: 3, numRuns: 200 },
    )
  })

  test.each([
    [49, 9_951],
    [51, 9_949],
    [50, 9_949],
    [50, 9_951],
    [10_000, 0],
  ])('error: refuses %i for the platform and %i for the others', (fee, others) => {
    const rest = others > 0 ? [{ address: merchant, sharesBps: others }] : []
    expect(() => complete({ address: platform, sharesBps: fee }, ...rest)).toThrow(
      `They give it ${fee} and sum to ${fee + others}`,
    )
  })
})
