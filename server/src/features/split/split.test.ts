import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { isSameTerms, type Recipient, type SplitTerms } from './split.js'

const own: Recipient = { address: aWallet(), sharesBps: 9_950, role: 'merchant' }
const fee: Recipient = { address: aWallet(), sharesBps: 50, role: 'platform' }
const terms: SplitTerms = { address: aWallet(), chainId: 84_532, recipients: [own, fee] }

describe('isSameTerms', () => {
  test('default', () => {
    expect(isSameTerms(terms, structuredClone(terms))).toBe(true)
  })

  test('behavior: ignores the order of recipients', () => {
    expect(isSameTerms(terms, { ...terms, recipients: [fee, own] })).toBe(true)
  })

  test.each<[string, Partial<SplitTerms>]>([
    ['another contract', { address: aWallet() }],
    ['another chain', { chainId: 8_453 }],
    ['one recipient less', { recipients: [own] }],
    ['another recipient', { recipients: [{ ...own, address: aWallet() }, fee] }],
    ['another share', { recipients: [{ ...own, sharesBps: 9_949 }, fee] }],
    ['another role', { recipients: [{ ...own, role: 'partner' }, fee] }],
    ['a label', { recipients: [{ ...own, label: 'Till' }, fee] }],
  ])('behavior: returns false for %s', (_name, difference) => {
    expect(isSameTerms(terms, { ...terms, ...difference })).toBe(false)
  })
})
