import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Context } from '../../../platform/context.js'
import { raiseVersions } from '../../payments/settlement-store.js'
import { settleDue } from './settle-due.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('settleDue', () => {
  test('error: raises an alert until the receipt can be settled', async () => {
    const merchant = aWallet()
    await raiseVersions(ctx.db, [{ merchant, receiptId: 'R-1' }])
    const { signal } = new AbortController()
    const transaction = () => Promise.reject(new Error('cannot be read'))
    const brokenContext: Context = { ...ctx, db: { ...ctx.db, transaction } }

    expect(await settleDue(brokenContext, signal)).toBe(0)
    expect(ctx.alerts.list()).toMatchObject([{ name: 'receipt_unsettled', key: `${merchant} R-1` }])

    // A new payment does not end the wait.
    await raiseVersions(ctx.db, [{ merchant, receiptId: 'R-1' }])
    expect(await settleDue(ctx, signal)).toBe(0)
    ctx.clock.advance(10_000)
    expect(await settleDue(ctx, signal)).toBe(1)
    expect(ctx.alerts.list()).toEqual([])
  })
})
