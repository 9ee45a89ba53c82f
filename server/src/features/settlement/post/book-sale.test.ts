import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { aSplit } from '../../../../test/fixtures/split.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { baseUnits, cents, micros } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import type { Payment } from '../../payments/payment.js'
import type { Receipt } from '../../receipts/receipt.js'
import { bookSale, portionsOf } from './book-sale.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const eurc = findToken(84_532, 'EURC')?.address as Address

/** A receipt of ten dollars to a split. */
async function aBill(fields: Partial<Receipt> = {}): Promise<Receipt> {
  const { merchant, address } = await aSplit(ctx)
  const lines = [aLine({ usdCents: cents(1_000n) })]
  return aReceipt({
    merchant,
    payoutAddress: address,
    totalUsdCents: cents(1_000n),
    lines,
    ...fields,
  })
}

const paid = (units: bigint, fields: Partial<Payment> = {}) =>
  aPayment({ units: baseUnits(units), usdMicros: micros(units), ...fields })

/** Returns the balance of an account in units, debits positive. */
async function balance({ merchant }: Receipt, account: string): Promise<bigint> {
  const { accounts, isBalanced } = await getTrialBalance(ctx, merchant)
  expect(isBalanced).toBe(true)
  return accounts
    .filter((entry) => entry.account === account)
    .reduce((sum, { debitUnits, creditUnits }) => sum + debitUnits - creditUnits, 0n)
}

describe('bookSale', () => {
  test('default: uses as much of the payments as the bill, in order', async () => {
    const receipt = await aBill()
    const { payoutAddress } = receipt
    const payments = [
      paid(4_000_000n, { payoutAddress }),
      paid(9_000_000n, { payoutAddress, logIndex: 1 }),
    ]
    const isSold = true
    expect(await bookSale(ctx, { receipt, payments, isSold, ledgerRevision: 0 })).toBe(1)
    expect(await balance(receipt, 'customer_credit')).toBe(10_000_000n)
    expect(await balance(receipt, 'sales')).toBe(-10_000_000n)
    expect(await balance(receipt, 'platform_fee')).toBe(-50_000n)
  })

  test('behavior: the platform has its share in the split that was paid', async () => {
    const { payoutAddress, ...bill } = await aBill()
    const receipt = { ...bill, payoutAddress: aWallet() }
    const payments = [paid(10_000_000n, { payoutAddress })]
    await bookSale(ctx, { receipt, payments, isSold: true, ledgerRevision: 0 })
    expect(await balance(receipt, 'platform_fee')).toBe(-50_000n)
  })

  test('behavior: several small payments to one split outweigh one larger payment to another address', async () => {
    const { payoutAddress, ...bill } = await aBill()
    const other = aWallet()
    const receipt = { ...bill, payoutAddress: other }
    const payments = [
      paid(4_000_000n, { payoutAddress: other }),
      paid(3_000_000n, { payoutAddress, logIndex: 1 }),
      paid(3_000_000n, { payoutAddress, logIndex: 2 }),
    ]
    await bookSale(ctx, { receipt, payments, isSold: true, ledgerRevision: 0 })
    expect(await balance(receipt, 'platform_fee')).toBe(-50_000n)
  })

  test('behavior: does not sell worthless native token that arrives after the bill is covered', async () => {
    const receipt = await aBill()
    const { payoutAddress } = receipt
    const worthless = { payoutAddress, token: nativeToken, usdMicros: micros(0n), logIndex: 1 }
    const payments = [paid(10_000_000n, { payoutAddress }), paid(1n, worthless)]
    await bookSale(ctx, { receipt, payments, isSold: true, ledgerRevision: 0 })
    const { accounts } = await getTrialBalance(ctx, receipt.merchant)
    const [token] = payments.map(assetName)
    expect(new Set(accounts.map(({ asset }) => asset))).toEqual(new Set([token]))
  })

  test('behavior: leaves out payments that do not count, are not confirmed or have no value', async () => {
    const receipt = await aBill()
    const payments = [
      paid(10_000_000n, { usdMicros: null }),
      paid(3_000_000n, { mismatch: 'wrong_token' }),
      paid(3_000_000n, { state: 'seen' }),
      paid(3_000_000n, { state: 'orphaned' }),
      paid(0n),
      paid(10_000_001n),
    ]
    const dueMicros = micros(10_000_000n)
    expect(portionsOf(payments, dueMicros)).toMatchObject([
      { units: dueMicros, usdMicros: dueMicros },
    ])
    await bookSale(ctx, { receipt, payments, isSold: true, ledgerRevision: 0 })
    expect(await balance(receipt, 'customer_credit')).toBe(10_000_000n)
  })

  test('behavior: uses two odd parts in euros to the last unit', async () => {
    const receipt = await aBill({ currency: 'EUR', totalCents: cents(926n) })
    // Together they are worth ten dollars, although each is rounded.
    const payments = [
      paid(4_629_999n, { token: eurc, usdMicros: micros(4_999_998n) }),
      paid(4_630_001n, { token: eurc, usdMicros: micros(5_000_002n), logIndex: 1 }),
    ]
    await bookSale(ctx, { receipt, payments, isSold: true, ledgerRevision: 0 })
    expect(await balance(receipt, 'customer_credit')).toBe(9_260_000n)
  })

  test('behavior: rounds the used part of a payment up, and its fee down', () => {
    const owedUnits = baseUnits(0n)
    const chargeFee = { units: baseUnits(46_301n), owedUnits, account: aWallet() }
    const payment = paid(9_260_001n, { token: eurc, usdMicros: micros(10_000_003n), chargeFee })
    const [portion] = portionsOf([payment], micros(10_000_000n))
    expect(portion).toMatchObject({ units: 9_259_999n, usdMicros: 10_000_000n, feeUnits: 46_300n })
  })

  test('behavior: the last payment absorbs the rounding of the others', () => {
    const payments = [4_999_999n, 5_000_000n].map((units, logIndex) => paid(units, { logIndex }))
    const portions = portionsOf(payments, micros(10_000_000n))
    expect(portions.map(({ usdMicros }) => usdMicros)).toEqual([4_999_999n, 5_000_001n])
  })

  test('behavior: uses worthless units that arrive before the bill is covered', () => {
    const payments = [paid(1n, { usdMicros: micros(0n) }), paid(10_000_000n, { logIndex: 1 })]
    const portions = portionsOf(payments, micros(10_000_000n))
    expect(portions.map(({ units }) => units)).toEqual([1n, 10_000_000n])
  })

  test('behavior: reverses a sale, and posts it again under another key', async () => {
    const receipt = await aBill()
    const payments = [paid(10_000_000n)]
    const sell = (isSold: boolean, ledgerRevision: number) =>
      bookSale(ctx, { receipt, payments, isSold, ledgerRevision })
    expect(await sell(true, 0)).toBe(1)
    expect(await sell(true, 1)).toBe(1)
    expect(await sell(false, 1)).toBe(2)
    expect(await balance(receipt, 'sales')).toBe(0n)
    expect(await sell(false, 2)).toBe(2)
    expect(await sell(true, 2)).toBe(3)
    expect(await balance(receipt, 'sales')).toBe(-10_000_000n)
  })
})
