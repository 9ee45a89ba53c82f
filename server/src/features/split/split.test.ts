import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { baseUnits, shareOut } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import { isSameTerms, type Recipient, requireSplit, type Split, type SplitTerms } from './split.js'

const ownRecipient: Recipient = { address: aWallet(), sharesBps: 9_950, role: 'merchant' }
const fee: Recipient = { address: aWallet(), sharesBps: 50, role: 'platform' }
const terms: SplitTerms = { address: aWallet(), chainId: 84_532, recipients: [ownRecipient, fee] }

describe('isSameTerms', () => {
  test('default', () => {
    expect(isSameTerms(terms, structuredClone(terms))).toBe(true)
  })

  test('behavior: ignores the order of recipients', () => {
    expect(isSameTerms(terms, { ...terms, recipients: [fee, ownRecipient] })).toBe(true)
  })

  test.each<[string, Partial<SplitTerms>]>([
    ['another contract', { address: aWallet() }],
    ['another chain', { chainId: 8_453 }],
    ['one recipient less', { recipients: [ownRecipient] }],
    ['another recipient', { recipients: [{ ...ownRecipient, address: aWallet() }, fee] }],
    ['another share', { recipients: [{ ...ownRecipient, sharesBps: 9_949 }, fee] }],
    ['another role', { recipients: [{ ...ownRecipient, role: 'partner' }, fee] }],
    ['a label', { recipients: [{ ...ownRecipient, label: 'Till' }, fee] }],
  ])('behavior: returns false for %s', (_name, difference) => {
    expect(isSameTerms(terms, { ...terms, ...difference })).toBe(false)
  })
})

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

const split: Split = {
  merchant: aWallet(),
  installationId: null,
  version: 1,
  address: aWallet(),
  chainId: 84532,
  recipients: [],
  isRegistered: false,
  createdAt: unixMs(0),
  createdBy: null,
}

describe('requireSplit', () => {
  test('default', () => {
    expect(requireSplit(split)).toBe(split)
  })

  test('error: requires a split', () => {
    expect(() => requireSplit(null)).toThrow(expect.objectContaining({ code: 'split_required' }))
  })
})
