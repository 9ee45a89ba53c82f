import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../../test/harness.js'
import { baseUnits, ppm } from '../../../lib/money.js'
import { MINUTE_MS, unixMs } from '../../../lib/time.js'
import { findQuoteAt, insertQuote } from './store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** A receipt with quotes, each with its time offset and its rate in dollars. */
async function aReceipt(...input: [afterMs: number, rate: bigint][]) {
  const quoted = { merchant: aWallet(), receiptId: 'r-1', symbol: 'ETH' as const }
  for (const [afterMs, rate] of input) {
    const quotedAt = unixMs(testNow + afterMs)
    await insertQuote(ctx.db, {
      ...quoted,
      quotedAt,
      expiresAt: unixMs(quotedAt + 15 * MINUTE_MS),
      provider: 'fixed',
      usdPerUnit: ppm(rate * 1_000_000n),
      units: baseUnits(1n),
    })
  }
  return async (afterMs: number) => {
    const nativeQuote = await findQuoteAt(ctx.db, { ...quoted, at: unixMs(testNow + afterMs) })
    return nativeQuote && nativeQuote.usdPerUnit / 1_000_000n
  }
}

describe('findQuoteAt', () => {
  test('default', async () => {
    const rateAt = await aReceipt([0, 3_000n])
    expect(await rateAt(0)).toBe(3_000n)
    expect(await rateAt(15 * MINUTE_MS - 1)).toBe(3_000n)
    expect(await rateAt(15 * MINUTE_MS)).toBeNull()
  })

  test('behavior: returns the best of several quotes', async () => {
    const rateAt = await aReceipt([0, 3_100n], [MINUTE_MS, 3_000n], [2 * MINUTE_MS, 3_050n])
    expect(await rateAt(3 * MINUTE_MS)).toBe(3_100n)
    expect(await rateAt(15 * MINUTE_MS)).toBe(3_050n)
    expect(await rateAt(17 * MINUTE_MS)).toBeNull()
  })

  test('behavior: counts from the start of its second', async () => {
    const rateAt = await aReceipt([900, 3_000n])
    expect(await rateAt(0)).toBe(3_000n)
    expect(await rateAt(-1)).toBeNull()
  })

  test('behavior: ignores quotes of other receipts and merchants', async () => {
    await aReceipt([0, 3_000n])
    const rateAt = await aReceipt()
    expect(await rateAt(0)).toBeNull()
  })
})

describe('insertQuote', () => {
  test('behavior: keeps the first of two quotes in one moment', async () => {
    const rateAt = await aReceipt([0, 3_000n], [0, 4_000n])
    expect(await rateAt(0)).toBe(3_000n)
  })
})
