import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnonymousBuyer,
  aListedShop,
  anAnonymousBuyer,
} from '../../../../test/fixtures/anonymous-caller.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { ReceiptStatus } from '../../../lib/receipt-statuses.js'
import { MINUTE_MS } from '../../../lib/time.js'
import { forgetFirmHolds } from '../../holds/firm-holds.js'
import { releaseExpiredStock } from '../../inventory/stock/hold-stock.js'
import { findReceiptForUpdate } from '../store.js'
import { moveReceipt } from './move-receipt.js'
import { startPayment } from './start-payment.js'
import type { TransitionActor } from './transitions.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Ref = Pick<AnonymousBuyer, 'merchant' | 'receiptId'>

/** Locks the receipt, then works on it. */
function withReceipt<Result>(
  { merchant, receiptId: id }: Ref,
  work: (
    ctx: TestApp['ctx'],
    receipt: NonNullable<Awaited<ReturnType<typeof findReceiptForUpdate>>>,
  ) => Promise<Result>,
): Promise<Result> {
  return app.ctx.db.transaction(async (tx) => {
    const receipt = await findReceiptForUpdate(tx, { merchant, id })
    if (!receipt) throw new Error(`there is no receipt ${id}`)
    return work({ ...app.ctx, db: tx as TestApp['ctx']['db'] }, receipt)
  })
}

const start = (ref: Ref, payer = aWallet()) =>
  withReceipt(ref, (ctx, receipt) => startPayment(ctx, receipt, payer))

const move = (ref: Ref, to: ReceiptStatus, actor: TransitionActor = 'system') =>
  withReceipt(ref, (ctx, receipt) => moveReceipt(ctx, { receipt, to, actor, by: 'test' }))

async function wait(minutes: number): Promise<void> {
  app.ctx.clock.advance(minutes * MINUTE_MS)
  await releaseExpiredStock.run(app.ctx, new AbortController().signal)
}

describe('startPayment of an order without a key', () => {
  test('default: holds the stock for 15 minutes', async () => {
    const shop = await aListedShop(app, { payments: { expiryMinutes: 43_200 } })
    const anonymousBuyer = await anAnonymousBuyer(app, shop)
    await start(anonymousBuyer)
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    expect((await anonymousBuyer.view()).payment.soldOut).toEqual([])
    await wait(14)
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    await wait(1)
    expect(await shop.stock()).toEqual({ T: [1, 0] })
  })

  test('behavior: of many that start at once, one gets the last piece', {
    tags: 'slow',
  }, async () => {
    const shop = await aListedShop(app)
    const anonymousBuyers = await Promise.all(
      Array.from({ length: 12 }, () => anAnonymousBuyer(app, shop)),
    )
    const started = await Promise.allSettled(
      anonymousBuyers.map((anonymousBuyer) => start(anonymousBuyer)),
    )
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    const { rows } = await app.ctx.db.query(
      'select id from receipts where merchant = $1 and firm_until is not null',
      [shop.wallet],
    )
    expect(rows).toHaveLength(1)
  })

  test('error: others were first', async () => {
    const shop = await aListedShop(app)
    const [first, second] = [await anAnonymousBuyer(app, shop), await anAnonymousBuyer(app, shop)]
    await start(first)
    await expect(start(second)).rejects.toMatchObject({
      code: 'insufficient_stock',
      message: 'Tea is sold out. This payment was not submitted. Place a new order without it.',
      fields: { item: shop.ids['T'], sku: 'T' },
    })
    expect((await second.view()).payment).toMatchObject({
      soldOut: ['Tea'],
      options: [],
      gasless: null,
    })
    // The other buyer gave up.
    await wait(15)
    expect((await second.view()).payment).toMatchObject({ soldOut: [] })
    await start(second)
    expect((await first.view()).payment).toMatchObject({ soldOut: ['Tea'] })
  })

  test('behavior: holds all items or none', async () => {
    const items = [
      { sku: 'A', name: 'Cup', priceUsd: 1, stockQty: 5 },
      { sku: 'U', name: 'Wish', priceUsd: 1 },
    ]
    const shop = await aListedShop(app, { items })
    const lines = ['A', 'T', 'U'].map((sku) => ({ sku, qty: 1 }))
    const first = await anAnonymousBuyer(app, shop, { items: lines })
    const second = await anAnonymousBuyer(app, shop, { items: lines })
    await start(first)
    await expect(start(second)).rejects.toMatchObject({ fields: { sku: 'T' } })
    expect(await shop.stock()).toEqual({ A: [5, 1], T: [1, 1], U: [-1, 0] })
    expect((await second.view()).payment.soldOut).toEqual(['Tea'])
  })

  test('behavior: canceling and resuming never extends the hold', async () => {
    const shop = await aListedShop(app, { payments: { expiryMinutes: 43_200 } })
    const anonymousBuyer = await anAnonymousBuyer(app, shop)
    await start(anonymousBuyer)
    await wait(10)
    await move(anonymousBuyer, 'failed', 'portal')
    expect(await shop.stock()).toEqual({ T: [1, 0] })
    await move(anonymousBuyer, 'pending', 'portal')
    expect(await shop.stock()).toEqual({ T: [1, 0] })
    await start(anonymousBuyer)
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    await wait(5)
    expect(await shop.stock()).toEqual({ T: [1, 0] })
    // The stock is free, so the buyer may still pay.
    await start(anonymousBuyer)
    expect(await shop.stock()).toEqual({ T: [1, 0] })
    await start(await anAnonymousBuyer(app, shop))
    await expect(start(anonymousBuyer)).rejects.toMatchObject({ code: 'insufficient_stock' })
  })

  test('behavior: a deleted item is sold out', async () => {
    const shop = await aListedShop(app)
    const anonymousBuyer = await anAnonymousBuyer(app, shop)
    await app.ctx.db.query('delete from items where merchant = $1', [shop.wallet])
    expect((await anonymousBuyer.view()).payment.soldOut).toEqual(['Tea'])
    await expect(start(anonymousBuyer)).rejects.toMatchObject({ code: 'insufficient_stock' })
  })
})

describe('firm holds', () => {
  const aShop = () => aListedShop(app, { stockQty: 9, payments: { expiryMinutes: 43_200 } })

  test('behavior: a payer has one at a time, and the next once money has arrived', async () => {
    const shop = await aShop()
    const [first, second, third] = [
      await anAnonymousBuyer(app, shop),
      await anAnonymousBuyer(app, shop),
      await anAnonymousBuyer(app, shop),
    ]
    const payer = aWallet()
    await start(first, payer)
    await start(second, payer)
    expect(await shop.stock()).toEqual({ T: [9, 1] })
    await move(first, 'tx_mined')
    await start(third, payer)
    expect(await shop.stock()).toEqual({ T: [9, 2] })
  })

  test('behavior: of starts at the same time, a payer gets one', async () => {
    const shop = await aShop()
    const anonymousBuyers = await Promise.all(
      Array.from({ length: 5 }, () => anAnonymousBuyer(app, shop)),
    )
    const payer = aWallet()
    await Promise.all(anonymousBuyers.map((anonymousBuyer) => start(anonymousBuyer, payer)))
    expect(await shop.stock()).toEqual({ T: [9, 1] })
  })

  test('behavior: one that ended unpaid keeps its payer from another for an hour', async () => {
    const shop = await aShop()
    const payer = aWallet()
    await start(await anAnonymousBuyer(app, shop), payer)
    await wait(15)
    await start(await anAnonymousBuyer(app, shop), payer)
    expect(await shop.stock()).toEqual({ T: [9, 0] })
    await wait(60)
    await forgetFirmHolds.run(app.ctx, new AbortController().signal)
    await start(await anAnonymousBuyer(app, shop), payer)
    expect(await shop.stock()).toEqual({ T: [9, 1] })
    const { rows } = await app.ctx.db.query('select from firm_holds where merchant = $1', [
      shop.wallet,
    ])
    expect(rows).toHaveLength(1)
  })

  test('behavior: a network address has two at a time, and none after an unpaid one', {
    tags: 'slow',
  }, async () => {
    const shop = await aShop()
    const live = { ...app.ctx.config, mode: 'live' as const }
    const startLive = async (ip: string) => {
      const anonymousBuyer = await anAnonymousBuyer(app, shop, { ip })
      await withReceipt(anonymousBuyer, (ctx, receipt) =>
        startPayment({ ...ctx, config: live }, receipt, aWallet()),
      )
    }
    for (const ip of ['192.0.2.7', '192.0.2.7', '192.0.2.7', '192.0.2.8']) await startLive(ip)
    expect(await shop.stock()).toEqual({ T: [9, 3] })
    await wait(15)
    for (const ip of ['192.0.2.7', '192.0.2.9']) await startLive(ip)
    expect(await shop.stock()).toEqual({ T: [9, 1] })
  })

  test('behavior: five that ended unpaid at a shop are the last for an hour', async () => {
    const shop = await aShop()
    for (let count = 0; count < 5; count += 1) await start(await anAnonymousBuyer(app, shop))
    await wait(15)
    await start(await anAnonymousBuyer(app, shop))
    expect(await shop.stock()).toEqual({ T: [9, 0] })
  })
})

describe('money for an order without a key', () => {
  test('behavior: holds free stock, even after the first hold has ended', async () => {
    const shop = await aListedShop(app)
    const anonymousBuyer = await anAnonymousBuyer(app, shop)
    await start(anonymousBuyer)
    await wait(15)
    await move(anonymousBuyer, 'tx_mined')
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    await move(anonymousBuyer, 'paid')
    expect(await shop.stock()).toEqual({ T: [0, 0] })
  })

  test('behavior: is oversold when others were first', async () => {
    const shop = await aListedShop(app)
    const [first, late] = [await anAnonymousBuyer(app, shop), await anAnonymousBuyer(app, shop)]
    await start(first)
    await move(late, 'tx_mined')
    await move(late, 'paid')
    expect((await late.receipt()).timeline.at(-1)).toMatchObject({
      status: 'paid',
      oversold: [shop.ids['T']],
    })
    await move(first, 'paid')
    expect((await first.receipt()).timeline.at(-1)).not.toHaveProperty('oversold')
    expect(await shop.stock()).toEqual({ T: [0, 0] })
  })
})

describe('startPayment of an order with a key', () => {
  test('default: holds the stock that a failure released', async () => {
    const shop = await aListedShop(app)
    const { receipt } = (await shop.post('/api/orders', { items: [{ sku: 'T', qty: 1 }] })).json()
    const ref = { merchant: shop.wallet, receiptId: receipt.receiptId }
    await move(ref, 'failed', 'portal')
    expect(await shop.stock()).toEqual({ T: [1, 0] })
    await start(ref)
    await start(ref)
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    await wait(59)
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    await wait(1)
    expect(await shop.stock()).toEqual({ T: [1, 0] })
  })

  test('behavior: never refuses', async () => {
    const shop = await aListedShop(app)
    const { receipt } = (await shop.post('/api/orders', { items: [{ sku: 'T', qty: 1 }] })).json()
    const ref = { merchant: shop.wallet, receiptId: receipt.receiptId }
    await wait(60)
    await start(await anAnonymousBuyer(app, shop))
    await start(ref)
    const page = (await app.inject(`/api/portal/${ref.receiptId}`)).json()
    expect(page.payment.soldOut).toEqual([])
    expect(page.payment.options).not.toEqual([])
  })
})
