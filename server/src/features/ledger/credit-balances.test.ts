import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { baseUnits, micros } from '../../lib/money.js'
import { assetName, manualUsd } from '../../platform/chain/assets/asset-name.js'
import { creditBalances } from './credit-balances.js'
import type { ReceiptSum } from './entry.js'

const usdc = assetName({ chainId: 84_532, token: aWallet() })

const sum = (units: bigint, fields: Partial<ReceiptSum> = {}): ReceiptSum => ({
  kind: 'payment',
  account: 'customer_credit',
  asset: usdc,
  units: baseUnits(units),
  usdMicros: micros(units),
  ...fields,
})
const balance = (units: bigint, asset: ReceiptSum['asset'] = usdc) => ({
  asset,
  units: baseUnits(units),
  usdMicros: micros(units),
})

describe('creditBalances', () => {
  test('default: subtracts sales and returns from payments, by asset', () => {
    const sums = [
      sum(-5n),
      sum(3n, { kind: 'sale' }),
      sum(-9n, { kind: 'mark', asset: manualUsd }),
      sum(4n, { kind: 'refund', asset: manualUsd }),
    ]
    expect(creditBalances(sums)).toEqual([balance(5n, manualUsd), balance(2n)])
  })

  test('behavior: ignores other accounts', () => {
    expect(creditBalances([sum(7n, { account: 'custody' })])).toEqual([])
  })

  test('behavior: refunds of a sale that was reversed have used credit', () => {
    const sums = [sum(-5n), sum(3n, { kind: 'refund', account: 'refunds' })]
    expect(creditBalances(sums, { isSold: false })).toEqual([balance(2n)])
    expect(creditBalances(sums, { isSold: true })).toEqual([balance(5n)])
  })

  test('behavior: is negative when a payment that a sale used is gone', () => {
    expect(creditBalances([sum(3n, { kind: 'sale' })])).toEqual([balance(-3n)])
  })
})
