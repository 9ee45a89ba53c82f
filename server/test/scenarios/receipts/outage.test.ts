// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTerminalReceipt } from '../../../src/features/orders/terminal/create-terminal-receipt.js'
import { postBuyerStatus } from '../../../src/features/portal/checkout/buyer/post-buyer-status.js'
import { deleteReceipts } from '../../../src/features/receipts/store.js'
import { StoreUnavailable } from '../../../src/platform/db/store-unavailable.js'
import { createOutageApp } from '../../fixtures/outage.js'
import { aPicture, asDataUri } from '../../fixtures/pictures.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { signIn } from '../../sign-in.js'

let app: Awaited<ReturnType<typeof createOutageApp>>
let seller: Seller
beforeAll(async () => {
  app = await createOutageApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.end()
  seller = await aSeller(app, { items: [tea, cup] })
  // The process knows what it has sold before.
  await seller.post('/api/orders', order('T'))
  await seller.post('/api/orders', order('C'))
})

const tea = { sku: 'T', name: 'Tea', priceUsd: 4 }
const cup = { sku: 'C', name: 'Cup', priceUsd: 9, stockQty: 4 }
const order = (sku: string, qty = 1) => ({ items: [{ sku, qty }] })
const degraded = { degraded: true, reason: 'datastore_unavailable' }
const direct = (id: string, priceUsd = 4) => ({
  id,
  lineItems: [{ label: 'Tea', priceUsd }],
  totalUsd: priceUsd,
})

async function count(table: string): Promise<number> {
  const sql = `select count(*) from ${table} where merchant = $1`
  const { rows } = await app.ctx.db.query<{ count: string }>(sql, [seller.wallet])
  return Number(rows[0]?.count)
}

describe('a merchant without a split during an outage', () => {
  test('error: cannot create a receipt, because its payout address is not known', async () => {
    const bare = await aSeller(app, { hasSplit: false })
    expect((await bare.post('/api/receipts', direct('before'))).statusCode).toBe(201)
    await app.begin()
    const response = await bare.post('/api/receipts', direct('during'))
    expect([response.statusCode, response.json()]).toMatchObject([
      500,
      { error: 'failed', reason: 'datastore_unavailable' },
    ])
  })
})

describe('POST /api/orders during an outage', () => {
  test('default: accepts the order, and inserts it afterwards', async () => {
    await app.begin()
    const response = await seller.post('/api/orders', order('C', 2))
    expect(response.statusCode).toBe(200)
    const { receipt, ...fields } = response.json()
    expect(fields).toEqual({ ok: true, ...degraded })
    expect(receipt).toMatchObject({ status: 'generated', totalUsd: 18.09 })

    await app.end()
    expect(await app.replay()).toEqual({ records: 1, quarantined: 0 })
    const stored = (await seller.get(`/api/receipts/${receipt.receiptId}`)).json()
    expect(stored).toEqual(receipt)
    expect(await count('receipts')).toBe(3)
    expect(await count('deposits')).toBe(3)
    expect(await count('stock_holds')).toBe(2)
    expect((await seller.get('/api/inventory?q=Cup')).json().items).toMatchObject([
      { stockQty: 4, reservedQty: 3 },
    ])
    expect(await app.replay()).toEqual({ records: 0, quarantined: 0 })
  })

  test('behavior: keeps the picture of an item that was first sold during the outage', async () => {
    const image = asDataUri(await aPicture({ seed: 11, width: 30, height: 30 }))
    await seller.post('/api/inventory', { sku: 'P', name: 'Print', priceUsd: 3, images: [image] })
    await seller.post('/api/orders/quote', order('P'))
    await app.begin()
    const { receipt } = (await seller.post('/api/orders', order('P'))).json()

    await app.end()
    expect(await app.replay()).toEqual({ records: 1, quarantined: 0 })
    const { rows } = await app.ctx.db.query('select is_sold from media where hash = $1', [
      receipt.lineItems[0].picture,
    ])
    expect(rows).toEqual([{ is_sold: true }])
  })

  test('behavior: one receipt per idempotency key before, during and after', async () => {
    const send = async (key: string, body = order('T')) => {
      const response = await seller.post('/api/orders', body, { 'idempotency-key': key })
      return response.json().receipt?.receiptId ?? response.json().error
    }
    const before = await send('a')
    await app.begin()
    expect(await send('a')).toBe(before)
    const during = await Promise.all([send('b'), send('b')])
    expect(during[0]).toBe(during[1])
    expect(await send('b')).toBe(during[0])
    expect(await send('b', order('T', 2))).toBe('idempotency_conflict')
    await app.end()
    expect(await send('b')).toBe(during[0])
    await app.replay()
    expect(await send('b')).toBe(during[0])
    expect(await send('b', order('T', 2))).toBe('idempotency_conflict')
    expect(await send('a')).toBe(before)
    expect(await count('receipts')).toBe(4)
  })

  test('behavior: one receipt per idempotency key for different requests at the same time', async () => {
    await app.begin()
    const responses = await Promise.all(
      [1, 2, 3].map((qty) =>
        seller.post('/api/orders', order('T', qty), { 'idempotency-key': 'race' }),
      ),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 409, 409])
    await app.end()
    expect(await app.replay()).toEqual({ records: 2, quarantined: 0 })
    expect(await count('receipts')).toBe(3)
  })

  test('behavior: a repeated order of the last pieces before the outage is the same order', async () => {
    const last = () => seller.post('/api/orders', order('C', 3), { 'idempotency-key': 'last' })
    const { receiptId } = (await last()).json().receipt
    await app.snapshot.refresh()
    await app.begin()
    expect((await last()).json()).toMatchObject({ receipt: { receiptId }, ...degraded })
    await app.end()
    expect(await app.replay()).toEqual({ records: 1, quarantined: 0 })
    expect(await count('receipts')).toBe(3)
  })

  test('behavior: accepts no more than the stock that the process knew', async () => {
    await app.begin()
    const statusOf = async (qty: number) =>
      (await seller.post('/api/orders', order('C', qty))).statusCode
    // One of four is held, but the process read the item before.
    expect(await statusOf(5)).toBe(400)
    expect(await statusOf(3)).toBe(200)
    const refused = await seller.post('/api/orders', order('C', 2))
    expect(refused.json()).toMatchObject({ error: 'insufficient_stock', available: 1 })
    const { receiptId } = (await seller.post('/api/orders', order('C', 1))).json().receipt
    await app.end()
    await app.replay()

    const last = (await seller.get(`/api/receipts/${receiptId}`)).json()
    expect(last.timeline).toMatchObject([
      { status: 'generated' },
      { status: 'oversold', oversold: [seller.ids['C']] },
    ])
    expect((await seller.get('/api/inventory?q=Cup')).json().items[0].reservedQty).toBe(4)
    const { rows } = await app.ctx.db.query<{ kind: string; body: string }>(
      'select kind, body from recorded_events where merchant = $1',
      [seller.wallet],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({
      event: 'receipt.oversold',
      receiptId,
      oversold: [{ itemId: seller.ids['C'], sku: 'C', missing: 1 }],
    })
  })

  test('behavior: inserts an order once when the outcome of its insert is unknown', async () => {
    // The statement is committed, but its response is lost.
    const { query } = app.ctx.db
    let isLost = false
    const spy = vi.spyOn(app.ctx.db, 'query').mockImplementation(async (sql, params) => {
      const result = await query(sql, params)
      if (!sql.includes('insert into receipts') || isLost) return result as never
      isLost = true
      throw new StoreUnavailable({ mayHaveCommitted: true })
    })
    const response = await seller.post('/api/orders', order('T'))
    spy.mockRestore()
    expect(isLost).toBe(true)
    expect(response.json()).toMatchObject({ ok: true, ...degraded })
    expect(await app.replay()).toEqual({ records: 1, quarantined: 0 })
    expect(await count('receipts')).toBe(3)
  })

  test('error: refuses items that the process does not know', async () => {
    const other = await aSeller(app, { items: [tea] })
    await app.begin()
    for (const response of [
      await seller.post('/api/orders', order('unknown')),
      await other.post('/api/orders', order('T')),
    ]) {
      expect(response.statusCode).toBe(500)
      expect(response.json()).toMatchObject({ error: 'failed', reason: degraded.reason })
      expect(response.headers['retry-after']).toBe('1')
    }
    await app.end()
  })
})

describe('createReceipt and createTerminalReceipt during an outage', () => {
  test('default', async () => {
    await app.begin()
    const created = await seller.post('/api/receipts', direct('a'))
    expect(created.statusCode).toBe(201)
    expect(created.json()).toMatchObject({ id: 'a', status: 'pending', ...degraded })
    const { owner, wallet: merchant } = seller
    const by = { merchant, person: owner.wallet, role: 'owner', correlationId: 'test' } as const
    const receiptRequest = { by, id: 'rcpt_terminal', body: { amountUsd: 5 } }
    expect((await createTerminalReceipt(app.ctx, receiptRequest)).isDegraded).toBe(true)
    expect((await createTerminalReceipt(app.ctx, receiptRequest)).isDegraded).toBe(true)
    const tracked = await seller.post('/api/receipts/status', {
      receiptId: 'a',
      status: 'link_opened',
    })
    expect(tracked.json()).toEqual({ ok: true, ...degraded })
    const buyer = { kind: 'buyer', merchant, wallet: merchant, receiptId: 'a' } as const
    const progress = { receiptId: 'a', status: 'checkout_initialized' }
    const posted = postBuyerStatus(app.ctx, { by: { ...buyer, isLimited: false }, body: progress })
    expect(await posted).toEqual({ isDegraded: true })
    const unknown = await seller.post('/api/receipts/status', {
      receiptId: 'b',
      status: 'link_opened',
    })
    expect(unknown.statusCode).toBe(500)

    await app.end()
    expect(await app.replay()).toEqual({ records: 4, quarantined: 0 })
    const { status, timeline } = (await seller.get('/api/receipts/a')).json()
    expect(status).toBe('checkout_initialized')
    expect(timeline.map((entry: { status: string }) => entry.status)).toEqual(
      expect.arrayContaining(['pending', 'link_opened', 'checkout_initialized']),
    )
    expect(await count('receipts')).toBe(4)
  })

  test('behavior: a list has the page size in force, and its pages have every receipt once', async () => {
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) await seller.post('/api/receipts', direct(id))
    await app.snapshot.refresh()
    await app.begin()
    const { limits } = app.ctx.config
    const { settings } = limits
    limits.settings = { ...settings, max: { ...settings.max, 'page-bytes': { request: 1_500 } } }
    const sizes: number[] = []
    const listed: string[] = []
    type Page = { receipts: { receiptId: string }[]; nextCursor: string | null }
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = (
        await seller.get(`/api/receipts?cursor=${encodeURIComponent(cursor)}`)
      ).json()
      expect(page).toMatchObject(degraded)
      sizes.push(page.receipts.length)
      listed.push(...page.receipts.map(({ receiptId }) => receiptId))
      cursor = page.nextCursor
    }
    limits.settings = settings
    expect(Math.max(...sizes)).toBeLessThan(4)
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toEqual(expect.arrayContaining(ids))
  })

  test('error: refuses another receipt under an id that the snapshot has', async () => {
    await seller.post('/api/receipts', direct('a', 4))
    await app.snapshot.refresh()
    await app.begin()
    const other = await seller.post('/api/receipts', direct('a', 5))
    expect(other.statusCode).toBe(500)
    expect(other.json()).toMatchObject({ error: 'failed', reason: degraded.reason })
    expect((await seller.post('/api/receipts', direct('a', 4))).json()).toMatchObject({
      id: 'a',
      ...degraded,
    })
    await app.end()
    expect(await app.replay()).toEqual({ records: 0, quarantined: 0 })
    expect((await seller.get('/api/receipts/a')).json().totalUsd).toBe(4)
  })

  test('behavior: quarantines a receipt whose id is taken, until it is free', async () => {
    await seller.post('/api/receipts', direct('a', 4))
    await app.begin()
    const first = await seller.post('/api/receipts', direct('a', 5))
    expect(first.json()).toMatchObject({ id: 'a', ...degraded })
    expect((await seller.post('/api/receipts', direct('a', 5))).statusCode).toBe(201)
    expect((await seller.post('/api/receipts', direct('a', 6))).statusCode).toBe(500)
    await app.end()
    expect(await app.replay()).toEqual({ records: 0, quarantined: 1 })
    expect(app.ctx.alerts.list()).toMatchObject([{ name: 'journal_quarantined' }])

    const { headers } = await signIn(app, { privateKey: app.operatorKey })
    const url = '/api/admin/journal/quarantine'
    const list = async () => (await app.inject({ url, headers })).json().records
    const [record] = await list()
    expect(record).toMatchObject({ kind: 'receipt', reason: 'another receipt has this id' })
    const payload = { id: record.id }
    const retry = () => app.inject({ method: 'POST', url: `${url}/retry`, headers, payload })
    expect((await retry()).json()).toMatchObject({ error: 'conflict' })
    await app.ctx.db.transaction((tx) => deleteReceipts(tx, seller.wallet))
    expect((await retry()).json()).toEqual({ ok: true, id: record.id })
    expect((await seller.get('/api/receipts/a')).json().totalUsd).toBe(5)
    expect(await list()).toEqual([])
    const sampleAlerts = async () => {
      await app.ctx.health.sample()
      return app.ctx.alerts.list()
    }
    await expect.poll(sampleAlerts).toEqual([])
    expect((await retry()).json()).toMatchObject({ error: 'not_found' })
  })
})
