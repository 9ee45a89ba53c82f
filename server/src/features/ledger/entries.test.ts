import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { baseUnits, cents, micros } from '../../lib/money.js'
import { assetName } from './asset-name.js'
import type { Entry } from './entry.js'
import { markEntries } from './mark-entries.js'
import { refundEntries } from './refund-entries.js'
import { refundPaidEntries } from './refund-paid-entries.js'
import { releaseEntries } from './release-entries.js'

const [ada, bob] = [knownAddress(`0x${'aa'.repeat(20)}`), knownAddress(`0x${'bb'.repeat(20)}`)]
const asset = assetName({ chainId: 84532, token: knownAddress(`0x${'11'.repeat(20)}`) })
const amount = { asset, units: baseUnits(100n), usdMicros: micros(50n) }

const shown = (entries: Entry[]) =>
  entries.map((entry) => [entry.account, entry.asset, entry.units, entry.usdMicros])

describe('releaseEntries', () => {
  test('default', () => {
    expect(shown(releaseEntries({ ...amount, account: ada }))).toEqual([
      [`due:${ada}`, asset, 100n, 50n],
      ['custody', asset, -100n, -50n],
    ])
  })
})

describe('markEntries', () => {
  test('default', () => {
    expect(shown(markEntries({ usdCents: cents(450n) }))).toEqual([
      ['manual', 'USD', 450n, 4_500_000n],
      ['customer_credit', 'USD', -450n, -4_500_000n],
      ['proceeds', 'USD', 450n, 4_500_000n],
      ['due:manual', 'USD', -450n, -4_500_000n],
    ])
  })
})

describe('refundEntries', () => {
  test('default', () => {
    const shares = [
      { account: ada, units: baseUnits(99n) },
      { account: bob, units: baseUnits(1n) },
    ]
    expect(shown(refundEntries({ ...amount, shares }))).toEqual([
      ['refunds', asset, 100n, 50n],
      ['refund_payable', asset, -100n, -50n],
      [`due:${ada}`, asset, 99n, 50n],
      ['proceeds', asset, -100n, -50n],
      [`due:${bob}`, asset, 1n, 0n],
    ])
  })

  test('behavior: nobody had a share', () => {
    expect(shown(refundEntries({ ...amount, shares: [] }))).toHaveLength(2)
  })

  test('error: shares that are not the whole', () => {
    const shares = [{ account: ada, units: baseUnits(101n) }]
    expect(() => refundEntries({ ...amount, shares })).toThrow('not the whole')
  })
})

describe('refundPaidEntries', () => {
  test('default', () => {
    expect(shown(refundPaidEntries(amount))).toEqual([
      ['refund_payable', asset, 100n, 50n],
      ['merchant_wallet', asset, -100n, -50n],
    ])
  })
})
