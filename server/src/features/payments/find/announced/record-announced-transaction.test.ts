import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHash } from '../../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../../test/harness.js'
import type { Hash } from '../../../../lib/hex.js'
import { HOUR_MS } from '../../../../lib/time.js'
import { recordAnnouncedTransaction } from './record-announced-transaction.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())
beforeEach(() => ctx.db.query('truncate announced_transactions'))

const announce = (mode: 'sandbox' | 'live', network: string | null, merchant = aWallet()) =>
  ctx.db.transaction((db) =>
    recordAnnouncedTransaction(
      { ...ctx, db, config: { ...ctx.config, mode } },
      { merchant, receiptId: 'r-1', hash: aHash() as Hash, network, isOfCheckout: true },
    ),
  )

describe('recordAnnouncedTransaction', () => {
  test('behavior: the limits of a receipt do not apply to the service itself', async () => {
    const merchant = aWallet()
    for (let count = 0; count < 20; count += 1) await announce('sandbox', `${count}`, merchant)
    await expect(announce('sandbox', 'other', merchant)).rejects.toThrow('at most 20')
    await announce('sandbox', null, merchant)
  })

  test('behavior: the same transaction at the same time is recorded once', async () => {
    const announced = { merchant: aWallet(), receiptId: 'r-1', hash: aHash() as Hash }
    await Promise.all(
      Array.from({ length: 5 }, () =>
        ctx.db.transaction((db) =>
          recordAnnouncedTransaction(
            { ...ctx, db },
            { ...announced, network: null, isOfCheckout: false },
          ),
        ),
      ),
    )
    const { rows } = await ctx.db.query('select from announced_transactions')
    expect(rows).toHaveLength(1)
  })

  test('behavior: a network address has at most twenty that were not found yet', async () => {
    for (let count = 0; count < 20; count += 1) await announce('live', 'a')
    ctx.clock.advance(1_000)
    await expect(announce('live', 'a')).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('We detect your payment automatically.'),
      fields: { resetAt: ctx.now() - 1_000 + HOUR_MS },
    })
    await announce('live', 'b')
    await ctx.db.query(
      `update announced_transactions set network = null, state = 'unrelated'
       where tx_hash = (select min(tx_hash) from announced_transactions where network = 'a')`,
    )
    await announce('live', 'a')
  })

  test('behavior: a third party with five open ones does not block the buyer', async () => {
    const merchant = aWallet()
    for (let count = 0; count < 5; count += 1) await announce('live', 'a', merchant)
    await expect(announce('live', 'a', merchant)).rejects.toMatchObject({ code: 'rate_limited' })
    await announce('live', 'b', merchant)
  })

  test('behavior: transactions that paid nothing do not count, and the newest are kept', async () => {
    const merchant = aWallet()
    for (let count = 0; count < 25; count += 1) {
      await announce('live', null, merchant)
      await ctx.db.query(`update announced_transactions set state = 'unrelated'`)
    }
    const { rows } = await ctx.db.query('select from announced_transactions')
    expect(rows).toHaveLength(21)
  })

  test('error: a receipt has at most twenty that paid it', async () => {
    const merchant = aWallet()
    for (let count = 0; count < 20; count += 1) {
      await announce('live', `${count}`, merchant)
      await ctx.db.query(`update announced_transactions set state = 'paying'`)
    }
    await expect(announce('live', 'other', merchant)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('behavior: a sandbox allows a hundred times as many', async () => {
    for (let count = 0; count < 21; count += 1) await announce('sandbox', 'a')
  })

  test('behavior: the service itself has no such limit', async () => {
    for (let count = 0; count < 21; count += 1) await announce('live', null)
  })
})
