import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { baseUnits, micros } from '../../lib/money.js'
import { assetName } from './asset-name.js'
import { paymentEntries } from './payment-entries.js'

const token = knownAddress(`0x${'11'.repeat(20)}`)
const asset = assetName({ chainId: 84532, token })
const [ada, bob] = [knownAddress(`0x${'aa'.repeat(20)}`), knownAddress(`0x${'bb'.repeat(20)}`)]
const amount = { asset, units: baseUnits(100n), usdMicros: micros(10n) }

const shown = (entries: ReturnType<typeof paymentEntries>) =>
  entries.map(({ account, units, usdMicros }) => [account, units, usdMicros])

describe('paymentEntries', () => {
  test('default', () => {
    const legs = [
      { account: ada, units: baseUnits(66n) },
      { account: bob, units: baseUnits(34n) },
    ]
    expect(shown(paymentEntries({ ...amount, legs }))).toEqual([
      ['custody', 100n, 10n],
      ['customer_credit', -100n, -10n],
      ['proceeds', 100n, 10n],
      [`due:${ada}`, -66n, -7n],
      [`due:${bob}`, -34n, -3n],
    ])
  })

  test('behavior: without shares it is only the money', () => {
    expect(shown(paymentEntries({ ...amount, legs: [] }))).toEqual([
      ['custody', 100n, 10n],
      ['customer_credit', -100n, -10n],
    ])
  })

  test('behavior: the same recipient twice is one entry, one without a share none', () => {
    const legs = [60n, 40n, 0n].map((units, index) => ({
      account: index === 2 ? bob : ada,
      units: baseUnits(units),
    }))
    expect(shown(paymentEntries({ ...amount, legs })).slice(2)).toEqual([
      ['proceeds', 100n, 10n],
      [`due:${ada}`, -100n, -10n],
    ])
  })

  test('error: shares that are not the whole', () => {
    const legs = [{ account: ada, units: baseUnits(99n) }]
    expect(() => paymentEntries({ ...amount, legs })).toThrow('not the whole')
  })
})
