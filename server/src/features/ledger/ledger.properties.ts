import fc from 'fast-check'
import { type Address, knownAddress } from '../../lib/hex.js'
import { baseUnits, cents, type Micros, micros, prorate } from '../../lib/money.js'
import { type AssetName, assetName } from '../../platform/chain/assets/asset-name.js'
import {
  type BillParts,
  manualPaymentEntries,
  paymentEntries,
  refundEntries,
  refundedTaxEntries,
  refundPaidEntries,
  releaseEntries,
  saleEntries,
} from './entries.js'
import type { Amount, Entry, PostingKind } from './entry.js'

/** The entries of an operation and their kind. */
export type Operation = { kind: PostingKind; entries: Entry[] }

const token = (digit: string) => knownAddress(`0x${digit.repeat(40)}`)
const assets: AssetName[] = ['1', '2', '0'].map((digit) =>
  assetName({ chainId: 84532, token: token(digit) }),
)
const people: Address[] = ['a', 'b', 'c', 'd'].map(token)

/** Bills are in whole cents. */
const amount = fc.nat(5_000_000).map((value) => micros(BigInt(value) * 10_000n))
const bill: fc.Arbitrary<BillParts> = fc
  .record({
    salesMicros: amount.map((value) => micros(value + 10_000n)),
    taxes: fc.array(fc.record({ code: fc.constantFrom('state', 'city'), micros: amount }), {
      maxLength: 3,
    }),
    addOn: amount,
    platformMicros: amount,
  })
  .map(({ addOn, ...rest }) => ({ ...rest, feeMicros: micros(addOn + rest.platformMicros) }))

const split = fc.array(fc.nat(9_999), { minLength: 1, maxLength: 4 })

function totalOf({ salesMicros, taxes, feeMicros }: BillParts): Micros {
  return micros(taxes.reduce((sum, tax) => sum + tax.micros, salesMicros + feeMicros))
}

/** A sale paid in one to three assets, with the first one overpaid. */
const sale: fc.Arbitrary<Operation[]> = fc
  .record({
    bill,
    split,
    cuts: fc.array(fc.nat(99), { minLength: 1, maxLength: 3 }),
    overpaid: fc.nat(9_999),
  })
  .map(({ bill: parts, split: weights, cuts, overpaid }) => {
    const worth = prorate(
      totalOf(parts),
      cuts.map((cut) => BigInt(cut) + 1n),
    )
    const portions = worth.map((usdMicros, index) => portionOf(usdMicros, index))
    const paidAmounts = portions.map((portion, index) =>
      index === 0
        ? {
            ...portion,
            units: baseUnits(portion.units + BigInt(overpaid)),
            usdMicros: micros(portion.usdMicros + BigInt(overpaid)),
          }
        : portion,
    )
    return [
      ...paidAmounts.map((payment) => ({
        kind: 'payment' as const,
        entries: paymentEntries({ ...payment, legs: legsOf(payment, weights) }),
      })),
      {
        kind: 'sale' as const,
        entries: saleEntries({ portions, bill: parts, platformBps: 50 }),
      },
    ]
  })

const mark: fc.Arbitrary<Operation[]> = bill.map((parts) => {
  const usdMicros = totalOf(parts)
  const usdCents = cents(usdMicros / 10_000n)
  const portions = [{ asset: 'USD' as const, units: baseUnits(usdCents), usdMicros }]
  return [
    { kind: 'mark', entries: manualPaymentEntries({ usdCents }) },
    { kind: 'sale', entries: saleEntries({ portions, bill: parts, platformBps: 0 }) },
  ]
})

/** A charge of a subscription, of which the platform gets a part directly. */
const charge: fc.Arbitrary<Operation[]> = fc.record({ bill, split }).map((charge) => {
  const paidAmount = portionOf(totalOf(charge.bill), 0)
  const portions = [{ ...paidAmount, feeUnits: baseUnits(paidAmount.units / 200n) }]
  return [
    {
      kind: 'charge',
      entries: paymentEntries({ ...paidAmount, legs: legsOf(paidAmount, charge.split) }),
    },
    { kind: 'sale', entries: saleEntries({ portions, bill: charge.bill, platformBps: 0 }) },
  ]
})

const refund: fc.Arbitrary<Operation[]> = fc
  .record({
    usd: fc.integer({ min: 1, max: 1_000_000_000 }),
    index: fc.nat(2),
    split,
    isPaid: fc.boolean(),
    taxPercent: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ usd, index, split: weights, isPaid, taxPercent }) => {
    const amount = portionOf(micros(BigInt(usd)), index)
    const tax = (amount.usdMicros * BigInt(taxPercent)) / 100n
    const taxes = [
      { code: 'state', micros: micros(tax / 3n) },
      { code: 'city', micros: micros(tax - tax / 3n) },
    ]
    const owedEntri = refundEntries({ ...amount, shares: legsOf(amount, weights) })
    return [
      { kind: 'refund', entries: [...owedEntri, ...refundedTaxEntries([amount], taxes)] },
      ...(isPaid ? [{ kind: 'refund_paid' as const, entries: refundPaidEntries(amount) }] : []),
    ]
  })

const release: fc.Arbitrary<Operation[]> = fc
  .record({ usd: fc.integer({ min: 1, max: 1_000_000 }), index: fc.nat(2), who: fc.nat(3) })
  .map(({ usd, index, who }) => {
    const account = people[who] as Address
    const entries = releaseEntries({ ...portionOf(micros(BigInt(usd)), index), account })
    return [{ kind: 'release', entries }]
  })

/** All ledger operations, in any order. */
export const operations = fc.oneof({ weight: 4, arbitrary: sale }, mark, charge, refund, release)

/** Dollar tokens have their face value. The native token has more decimals, so it is rounded. */
function portionOf(usdMicros: Micros, index: number): Amount {
  const units = index === 2 ? usdMicros * 333_333_333n + 7n : usdMicros
  return { asset: assets[index] as AssetName, units: baseUnits(units), usdMicros }
}

function legsOf({ units }: Amount, weights: readonly number[]) {
  const shares = prorate(
    units,
    weights.map((weight) => BigInt(weight) + 1n),
  )
  return shares.map((share, index) => ({ account: people[index] as Address, units: share }))
}
