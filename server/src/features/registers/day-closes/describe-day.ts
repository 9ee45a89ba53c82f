import {
  baseUnits,
  baseUnitsToDecimal,
  type Cents,
  type Currency,
  cents,
  centsToDecimal,
  micros,
  microsToDecimal,
} from '../../../lib/money.js'
import { describeAsset } from '../../../platform/chain/assets/asset-name.js'
import type { DayReport } from './schemas.js'
import type { DaySums } from './sum-day.js'

/** The cash in the drawer as a person states it. */
export type CashGiven = {
  currency: Currency
  openingFloatCents: bigint
  countedCents: bigint | null
}

/** Returns the report of a day, with the cash that was counted. */
export function describeDay(sums: DaySums, given: readonly CashGiven[]): DayReport {
  const usd = (amount: bigint) => microsToDecimal(micros(amount))
  return {
    sales: sums.sales,
    refunds: sums.refunds,
    goods: usd(sums.goodsMicros),
    discounts: usd(sums.discountsMicros),
    tips: usd(sums.tipsMicros),
    fees: usd(sums.feesMicros),
    received: usd(sums.receivedMicros),
    refunded: usd(sums.refundedMicros),
    refundedTax: usd(sums.refundedTaxMicros),
    taxes: Object.entries(sums.taxes)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, amount]) => ({ code, amount: usd(amount) })),
    assets: Object.entries(sums.assets)
      .filter(([, { units }]) => units !== 0n)
      .toSorted(([, a], [, b]) => Number(b.usdMicros - a.usdMicros))
      .map(([asset, { units, usdMicros }]) => {
        const { symbol, decimals } = describeAsset(asset)
        const amount = baseUnitsToDecimal(baseUnits(units), decimals)
        return { symbol: symbol ?? asset, amount, usd: usd(usdMicros) }
      }),
    cash: describeCash(sums, given),
    cashiers: sums.cashiers
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id, 'en'))
      .map(({ id, name, sales, tipsMicros, receivedMicros }) => ({
        id,
        name,
        sales,
        tips: usd(tipsMicros),
        received: usd(receivedMicros),
      })),
  }
}

function describeCash({ cash }: DaySums, given: readonly CashGiven[]): DayReport['cash'] {
  const names = [...Object.keys(cash), ...given.map(({ currency }) => currency)] as Currency[]
  return [...new Set(names)].toSorted().map((currency) => {
    const { salesCents, refundsCents } = cash[currency] ?? { salesCents: 0n, refundsCents: 0n }
    const drawer = given.find((entry) => entry.currency === currency)
    const floatCents = drawer?.openingFloatCents ?? 0n
    const counted = drawer?.countedCents ?? null
    const expected = floatCents + salesCents - refundsCents
    const amount = (value: bigint) => centsToDecimal(cents(value) as Cents)
    return {
      currency,
      openingFloat: amount(floatCents),
      sales: amount(salesCents),
      refunds: amount(refundsCents),
      expected: amount(expected),
      counted: counted === null ? null : amount(counted),
      difference: counted === null ? null : amount(counted - expected),
    }
  })
}
