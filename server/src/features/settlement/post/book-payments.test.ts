import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { aSplit } from '../../../../test/fixtures/split.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import type { Payment } from '../../payments/payment.js'
import type { Split } from '../../split/split.js'
import { bookPayments } from './book-payments.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const book = (payments: readonly Payment[]) =>
  ctx.db.transaction((tx) => bookPayments({ ...ctx, db: tx }, payments))

/** A payment of a few units to a split, in a block of its own. */
function toSplit({ merchant, address }: Split, units: bigint, fields: Partial<Payment> = {}) {
  const blockHash = `0x${merchant.slice(2)}${String(units).padStart(24, '0')}` as Hash
  const about = { merchant, payoutAddress: address, units: baseUnits(units), blockHash }
  return aPayment({ ...about, ...fields })
}

async function totalOf({ address }: Split) {
  const { rows } = await ctx.db.query<{ received: string; received_micros: string }>(
    'select received, received_micros from split_totals where split = $1',
    [address],
  )
  return rows[0] && [BigInt(rows[0].received), BigInt(rows[0].received_micros)]
}

/** Returns what is due to each recipient, in order. */
async function dueTo({ merchant, recipients }: Split): Promise<bigint[]> {
  const { accounts, isBalanced } = await getTrialBalance(ctx, merchant)
  expect(isBalanced).toBe(true)
  return recipients.map(({ address }) => {
    const ownSum = accounts.find(({ account }) => account === `due:${address}`)
    return (ownSum?.creditUnits ?? 0n) - (ownSum?.debitUnits ?? 0n)
  })
}

describe('bookPayments', () => {
  test('default: posts a confirmed payment once', async () => {
    const split = await aSplit(ctx)
    const [posted] = await book([toSplit(split, 10_000n)])
    expect(posted?.ledgerRevision).toBe(1)
    expect(await book([posted as Payment])).toEqual([posted])
    expect(await dueTo(split)).toEqual([9_950n, 50n])
    expect(await totalOf(split)).toEqual([10_000n, 10_000n])
  })

  test('behavior: counts an orphaned payment that is back once in the total of its split', async () => {
    const split = await aSplit(ctx)
    const [posted] = await book([toSplit(split, 10_000n)])
    const [reversed] = await book([{ ...(posted as Payment), state: 'orphaned' }])
    expect(reversed?.ledgerRevision).toBe(2)
    expect(await totalOf(split)).toEqual([0n, 0n])
    expect(await dueTo(split)).toEqual([0n, 0n])

    const [repeatedPayment] = await book([{ ...(reversed as Payment), state: 'confirmed' }])
    expect(repeatedPayment?.ledgerRevision).toBe(3)
    expect(await totalOf(split)).toEqual([10_000n, 10_000n])
    expect(await dueTo(split)).toEqual([9_950n, 50n])
  })

  test('behavior: follows the rounding of the contract after a reversal', async () => {
    const split = await aSplit(ctx, { sharesBps: [5_000, 5_000] })
    const [first] = await book([toSplit(split, 1n)])
    await book([toSplit(split, 3n)])
    expect(await dueTo(split)).toEqual([2n, 2n])
    await book([{ ...(first as Payment), state: 'orphaned' }])
    // The contract would pay one unit to each, and keeps the third for the merchant.
    expect(await dueTo(split)).toEqual([2n, 1n])
  })

  test.each([
    ['a payment that is not confirmed', { state: 'seen' }],
    ['a payment without a value', { usdMicros: null }],
    ['a payment to another payout address', { mismatch: 'wrong_payout' }],
  ] as const)('behavior: posts nothing for %s', async (_name, fields) => {
    const split = await aSplit(ctx)
    const [payment] = await book([toSplit(split, 500n, fields)])
    expect(payment?.ledgerRevision).toBe(0)
    expect(await totalOf(split)).toBeUndefined()
  })
})
