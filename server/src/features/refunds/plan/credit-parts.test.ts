import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { baseUnits, micros } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { assetName, manualUsd } from '../../../platform/chain/assets/asset-name.js'
import type { Amount } from '../../ledger/entry.js'
import type { Payment } from '../../payments/payment.js'
import { type CreditPart, creditParts, takeCredit } from './credit-parts.js'

const at = unixMs(5_000)
const [ann, bob] = [aWallet(), aWallet()]
const asset = assetName(aPayment())

const paid = (units: bigint, fields: Partial<Payment> = {}) =>
  aPayment({ units: baseUnits(units), usdMicros: micros(units), payer: ann, ...fields })
const amount = (units: bigint, fields: Partial<Amount> = {}): Amount => ({
  asset,
  units: baseUnits(units),
  usdMicros: micros(units),
  ...fields,
})
const part = (units: bigint, fields: Partial<CreditPart> = {}): CreditPart => ({
  ...amount(units),
  payer: ann,
  isCounted: true,
  payment: { chainId: 84_532, transactionHash: aPayment().transactionHash, logIndex: 0 },
  ...fields,
})

describe('creditParts', () => {
  test('default: names the latest payments first', () => {
    const heldPayments = [paid(10n), paid(5n, { payer: bob })]
    expect(creditParts(heldPayments, { credit: [amount(8n)], at })).toEqual([
      part(5n, { payer: bob }),
      part(3n),
    ])
  })

  test('behavior: names payments that do not count before those that do', () => {
    const heldPayments = [paid(2n, { payer: bob, mismatch: 'wrong_token' }), paid(10n)]
    expect(creditParts(heldPayments, { credit: [amount(3n)], at })).toEqual([
      part(2n, { payer: bob, isCounted: false }),
      part(1n),
    ])
  })

  test('behavior: gives the rest of the value to the last part', () => {
    const heldPayments = [paid(3n, { usdMicros: micros(10n) })]
    const credit = [amount(2n, { usdMicros: micros(7n) })]
    expect(creditParts(heldPayments, { credit, at })).toEqual([part(2n, { usdMicros: micros(7n) })])
  })

  test('behavior: names no payer for credit of no known payment', () => {
    const cash = { asset: manualUsd, units: baseUnits(4n), usdMicros: micros(40_000n) } as const
    expect(creditParts([paid(1n)], { credit: [amount(3n), cash], at })).toEqual([
      part(1n),
      part(2n, { payer: null, payment: null }),
      { ...cash, payer: null, isCounted: true, payment: null },
    ])
  })
})

describe('takeCredit', () => {
  test('default: takes parts in order', () => {
    const parts = [part(5n), part(3n, { payer: bob })]
    expect(takeCredit(parts, micros(7n))).toEqual([part(5n), part(2n, { payer: bob })])
  })

  test('behavior: skips parts without a value', () => {
    const parts = [part(5n, { usdMicros: micros(0n) }), part(3n)]
    expect(takeCredit(parts, micros(3n))).toEqual([part(3n)])
  })

  test('behavior: rounds units down, so that the value stays exact', () => {
    const parts = [part(2n, { usdMicros: micros(3n) })]
    expect(takeCredit(parts, micros(2n))).toEqual([part(1n, { usdMicros: micros(2n) })])
  })
})
