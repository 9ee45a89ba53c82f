import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { aReceipt } from '../../../../test/fixtures/receipt.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { baseUnits, cents, micros, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { findToken, nativeToken, type TokenSymbol } from '../../../platform/chain/tokens.js'
import type { Payment } from '../../payments/payment.js'
import { insertQuote } from '../../payments/quote/store.js'
import type { Receipt } from '../../receipts/receipt.js'
import { classifyPayments } from './classify-payments.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const tokenOf = (symbol: TokenSymbol) => findToken(84_532, symbol)?.address as Address
const oneEther = baseUnits(10n ** 18n)
const all = ['USDC', 'USDT', 'EURC', 'ETH']

/** The context with other market rates, in dollars. */
function withRates(rates: { EUR?: bigint; ETH?: bigint }) {
  const { EUR, ETH } = rates
  const fixedRates = {
    ...(EUR === undefined ? {} : { EUR: ppm(EUR * 1_000_000n) }),
    ...(ETH === undefined ? {} : { ETH: ppm(ETH * 1_000_000n) }),
  }
  return { ...ctx, config: { ...ctx.config, fixedRates } }
}

/** A payment that is not classified yet. */
const unclassified = (fields: Partial<Payment>) =>
  aPayment({ usdMicros: null, usdPerUnit: null, ...fields })

async function classify(
  input: { receipt: Receipt; payments: readonly Payment[]; acceptedTokens?: string[] },
  by: Parameters<typeof classifyPayments>[0] = withRates({ EUR: 2n, ETH: 3_000n }),
) {
  return classifyPayments(by, { acceptedTokens: all, ...input })
}

describe('classifyPayments', () => {
  test('default: values native tokens at the quote in force, whatever the market rate is now', async () => {
    const receipt = aReceipt()
    const quote = { merchant: receipt.merchant, receiptId: receipt.id, symbol: 'ETH' } as const
    await insertQuote(ctx.db, {
      ...quote,
      quotedAt: unixMs(1_000),
      usdPerUnit: ppm(2_500_000_000n),
      provider: 'fixed',
      units: oneEther,
      expiresAt: unixMs(5_000),
    })
    const about = { merchant: receipt.merchant, token: nativeToken, units: oneEther }
    const [inForce, after] = await classify({
      receipt,
      payments: [
        unclassified({ ...about, paidAt: unixMs(4_999) }),
        unclassified({ ...about, paidAt: unixMs(5_000) }),
      ],
    })
    expect(inForce).toMatchObject({ usdMicros: 2_500_000_000n, usdPerUnit: 2_500_000_000n })
    expect(after).toMatchObject({ usdMicros: 3_000_000_000n, usdPerUnit: 3_000_000_000n })
  })

  test('behavior: values native tokens that came at two times by the price at each', async () => {
    const receipt = aReceipt()
    await insertQuote(ctx.db, {
      merchant: receipt.merchant,
      receiptId: receipt.id,
      symbol: 'ETH',
      quotedAt: unixMs(1_000),
      usdPerUnit: ppm(2_500_000_000n),
      provider: 'fixed',
      units: oneEther,
      expiresAt: unixMs(5_000),
    })
    const about = { merchant: receipt.merchant, token: nativeToken, units: oneEther }
    const inParts = (smallerUnits: bigint, [at, smallerAt]: [number, number]) =>
      unclassified({
        ...about,
        paidAt: unixMs(at),
        parts: [
          { units: baseUnits(oneEther - smallerUnits), paidAt: unixMs(at) },
          { units: baseUnits(smallerUnits), paidAt: unixMs(smallerAt) },
        ],
      })
    const payments = await classify({
      receipt,
      payments: [inParts(1n, [2_000, 6_000]), inParts(oneEther / 4n, [6_000, 2_000])],
    })
    expect(payments).toMatchObject([
      { usdPerUnit: 2_500_000_001n },
      { usdMicros: 2_875_000_000n, usdPerUnit: 2_875_000_000n },
    ])
  })

  test('behavior: leaves native token in two parts unclassified when one part has no price', async () => {
    const receipt = aReceipt()
    await insertQuote(ctx.db, {
      merchant: receipt.merchant,
      receiptId: receipt.id,
      symbol: 'ETH',
      quotedAt: unixMs(1_000),
      usdPerUnit: ppm(2_500_000_000n),
      provider: 'fixed',
      units: oneEther,
      expiresAt: unixMs(5_000),
    })
    const about = { merchant: receipt.merchant, token: nativeToken, units: oneEther }
    const aPart = (units: bigint, at: number) => ({ units: baseUnits(units), paidAt: unixMs(at) })
    const inParts = (at: number, smallerAt: number) =>
      unclassified({
        ...about,
        paidAt: unixMs(at),
        parts: [aPart(oneEther - 1n, at), aPart(1n, smallerAt)],
      })
    const payments = [inParts(2_000, 6_000), inParts(6_000, 2_000)]
    expect(await classify({ receipt, payments }, withRates({}))).toEqual(payments)
  })

  test('behavior: keeps a classification when the shop or the rate changes', async () => {
    const receipt = aReceipt()
    const payments = [
      unclassified({ token: tokenOf('USDT') }),
      unclassified({ token: nativeToken, units: oneEther }),
      unclassified({ token: tokenOf('EURC') }),
    ]
    const first = await classify({ receipt, payments, acceptedTokens: ['USDT', 'ETH'] })
    const repeatedPayments = await classify(
      { receipt, payments: first, acceptedTokens: ['EURC'] },
      withRates({ EUR: 5n, ETH: 9n }),
    )
    expect(repeatedPayments).toEqual(first)
    expect(first.map(({ mismatch }) => mismatch)).toEqual([null, null, 'wrong_token'])
  })

  test('behavior: values a payment that a reorg removed only when it returns', async () => {
    const receipt = aReceipt()
    const removed = unclassified({ units: baseUnits(4_000_000n), state: 'orphaned' })
    expect(await classify({ receipt, payments: [removed] })).toEqual([removed])
    const [returned] = await classify({ receipt, payments: [{ ...removed, state: 'confirmed' }] })
    expect(returned).toMatchObject({ mismatch: null, usdMicros: 4_000_000n })
  })

  test('behavior: values euros for a bill in dollars at the current rate', async () => {
    const payments = [unclassified({ token: tokenOf('EURC'), units: baseUnits(3_000_001n) })]
    const [payment] = await classify({ receipt: aReceipt(), payments })
    expect(payment).toMatchObject({ mismatch: 'wrong_token', usdMicros: 6_000_002n })
  })

  test.each(['EURC', 'ETH'] as const)(
    'behavior: leaves %s unclassified without a rate',
    async (symbol) => {
      const token = symbol === 'ETH' ? nativeToken : tokenOf(symbol)
      const payments = [unclassified({ token })]
      expect(await classify({ receipt: aReceipt(), payments }, withRates({}))).toEqual(payments)
    },
  )

  test('behavior: values a token that the shop does not accept on its own', async () => {
    const [first, second] = await classify({
      receipt: aReceipt(),
      payments: [
        unclassified({ units: baseUnits(4_000_000n) }),
        unclassified({ token: tokenOf('USDT'), units: baseUnits(1_500_000n) }),
      ],
      acceptedTokens: ['USDC'],
    })
    expect(first).toMatchObject({ mismatch: null, usdMicros: 4_000_000n })
    expect(second).toMatchObject({ mismatch: 'wrong_token', usdMicros: 1_500_000n })
  })

  test('behavior: accepts the token of a charge, whatever the shop accepts now', async () => {
    const payments = [unclassified({ kind: 'charge', token: tokenOf('USDT') })]
    const [payment] = await classify({ receipt: aReceipt(), payments, acceptedTokens: ['USDC'] })
    expect(payment).toMatchObject({ mismatch: null, usdMicros: 1_000_000n })
  })

  test('behavior: rounds native tokens at each rate on its own', async () => {
    const token = nativeToken
    const earlier = { usdPerUnit: ppm(2_500_000_000n), usdMicros: micros(0n) }
    const [, payment] = await classify({
      receipt: aReceipt(),
      payments: [
        aPayment({ token, units: baseUnits(1n), ...earlier }),
        unclassified({ token, units: baseUnits(333_333_333n), logIndex: 1 }),
      ],
    })
    expect(payment).toMatchObject({ usdPerUnit: 3_000_000_000n, usdMicros: 0n })
  })

  test('behavior: keeps an earlier mismatch, and values an unknown token at zero', async () => {
    const [elsewhere, unknown] = await classify({
      receipt: aReceipt(),
      payments: [
        unclassified({ mismatch: 'wrong_payout' }),
        unclassified({ token: `0x${'f'.repeat(40)}` as Address }),
      ],
    })
    expect(elsewhere).toMatchObject({ mismatch: 'wrong_payout', usdMicros: 1_000_000n })
    expect(unknown).toMatchObject({ mismatch: 'wrong_token', usdMicros: 0n })
  })

  test('behavior: finds each price once, however many payments there are', async () => {
    let statements = 0
    const db = {
      ...ctx.db,
      query: (...args: Parameters<typeof ctx.db.query>) => {
        statements += 1
        return ctx.db.query(...args)
      },
    } as typeof ctx.db
    const payments = Array.from({ length: 20 }, (_, logIndex) =>
      unclassified({ token: nativeToken, units: oneEther, logIndex }),
    )
    await classify({ receipt: aReceipt(), payments }, { ...withRates({ ETH: 3_000n }), db })
    expect(statements).toBe(1)
  })

  test('behavior: values two odd parts in euros at exactly the whole bill', async () => {
    const receipt = aReceipt({
      currency: 'EUR',
      totalUsdCents: cents(11_885n),
      totalCents: cents(11_005n),
    })
    const token = tokenOf('EURC')
    const parts = [55_024_999n, 55_025_001n].map((units, logIndex) =>
      unclassified({ token, units: baseUnits(units), logIndex }),
    )
    const classified = await classify({ receipt, payments: parts })
    const sum = classified.reduce((total, { usdMicros }) => total + (usdMicros ?? 0n), 0n)
    expect(sum).toBe(micros(118_850_000n))
    // Each part alone is rounded down.
    const [alone] = await classify({ receipt, payments: parts.slice(1) })
    expect(alone?.usdMicros).toBeLessThan(classified[1]?.usdMicros ?? 0n)
    // A part that does not count does not affect the others.
    const removed = parts.map((part, index) =>
      index === 0 ? { ...part, state: 'orphaned' as const } : part,
    )
    const [, counted] = await classify({ receipt, payments: removed })
    expect(counted?.usdMicros).toBe(alone?.usdMicros)
  })
})
