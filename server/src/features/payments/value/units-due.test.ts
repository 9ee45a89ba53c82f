import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { baseUnits, cents, micros, microsFromCents } from '../../../lib/money.js'
import { valuePayments } from '../../../platform/chain/assets/value-payments.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import { unitsDue } from './units-due.js'

const chainId = 84_532
const bill = { currency: 'EUR' as const, totalUsdCents: cents(11_005n), totalCents: cents(10_160n) }
const assetOf = (symbol: 'EURC' | 'USDC') => ({
  symbol,
  decimals: 6,
  chainId,
  token: findToken(chainId, symbol)?.address ?? nativeToken,
})
const paymentOf = (symbol: 'EURC' | 'USDC', units: bigint) =>
  aPayment({ token: assetOf(symbol).token, units: baseUnits(units) })
const dueAfter = (payments: ReturnType<typeof aPayment>[]) =>
  micros(microsFromCents(bill.totalUsdCents) - valuePayments(payments, bill))

describe('unitsDue', () => {
  test('default: the rest of a bill in euros has no more decimals than the part', () => {
    const payments = [paymentOf('EURC', 50_000_000n)]
    const otherUnits = unitsDue(dueAfter(payments), { asset: assetOf('EURC'), bill, payments })
    expect(otherUnits).toBe(51_600_000n)
  })

  test('behavior: without payments it is the whole', () => {
    const rest = { asset: assetOf('EURC'), bill, payments: [] }
    expect(unitsDue(dueAfter([]), rest)).toBe(101_600_000n)
    expect(unitsDue(dueAfter([]), { ...rest, asset: assetOf('USDC') })).toBe(110_050_000n)
  })

  test('property: the units pay the bill, and one unit less does not', () => {
    const units = fc.bigInt({ min: 1n, max: 50_000_000n })
    fc.assert(
      fc.property(units, units, (euros, dollars) => {
        const payments = [paymentOf('EURC', euros), paymentOf('USDC', dollars)]
        for (const symbol of ['EURC', 'USDC'] as const) {
          const asset = assetOf(symbol)
          const otherUnits = unitsDue(dueAfter(payments), { asset, bill, payments })
          const paid = (last: bigint) =>
            valuePayments([...payments, paymentOf(symbol, last)], bill) >=
            microsFromCents(bill.totalUsdCents)
          expect([paid(otherUnits), paid(otherUnits - 1n)]).toEqual([true, false])
        }
      }),
    )
  })
})
