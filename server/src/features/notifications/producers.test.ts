import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDelivery } from '../../../test/fixtures/delivery.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { aTill } from '../../../test/fixtures/till.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { DAY_MS, HOUR_MS } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { raiseNotifications } from '../../platform/notifications/raise-notifications.js'
import { checkLimits } from './check-limits.js'
import { checkReceipts, recheckReceipts } from './check-receipts.js'
import { checkStock, checkWebhooks } from './check-states.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = (job: Job) => job.run(app.ctx, new AbortController().signal)
const list = async (seller: Seller) => {
  const { headers } = seller.owner
  return (await app.inject({ url: '/api/notifications', headers })).json().notifications
}

async function aReceipt(seller: Seller, id: string, ...statuses: string[]) {
  const lineItems = [{ label: 'Tea', priceUsd: 4.5 }]
  expect((await seller.post('/api/receipts', { id, lineItems, totalUsd: 4.5 })).statusCode).toBe(
    201,
  )
  for (const status of statuses) await move(seller, id, status)
}

async function move(seller: Seller, receiptId: string, status: string) {
  const response = await seller.act('/api/receipts/status', { receiptId, status })
  expect(response.statusCode, response.body).toBe(200)
}

describe('checkReceipts', () => {
  test('default: a refund request is reported until it is answered', async () => {
    const seller = await aSeller(app)
    await aReceipt(seller, 'r-1', 'paid')
    await run(checkReceipts)
    expect(await list(seller)).toEqual([])
    await move(seller, 'r-1', 'refund_requested')
    await run(checkReceipts)
    await run(checkReceipts)
    expect(await list(seller)).toMatchObject([
      {
        kind: 'refund_requested',
        params: { receiptId: 'r-1', totalUsd: 4.5 },
        subject: { kind: 'receipt', id: 'r-1' },
        resolvedAt: null,
      },
    ])
    await move(seller, 'r-1', 'paid')
    await run(checkReceipts)
    expect(await list(seller)).toMatchObject([{ resolvedAt: app.ctx.now() }])
  })

  test('behavior: pieces that were sold and are not in stock', async () => {
    const items = [{ sku: 'TEA', name: 'Tea', priceUsd: 4, stockQty: 1 }]
    const seller = await aSeller(app, { items })
    const order = await seller.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
    expect(order.statusCode, order.body).toBe(200)
    await seller.post('/api/inventory', { sku: 'TEA', stockQty: 0 })
    await move(seller, order.json().receipt.receiptId, 'paid')
    await run(checkReceipts)
    expect(await list(seller)).toMatchObject([{ kind: 'oversold', severity: 'critical' }])
  })

  test('behavior: archiving a receipt ends it, and so does a reset', async () => {
    const seller = await aSeller(app)
    await aReceipt(seller, 'r-1', 'paid', 'refund_requested')
    await run(checkReceipts)
    await app.ctx.db.query('update receipts set archived_at = 1 where merchant = $1', [
      seller.wallet,
    ])
    await run(recheckReceipts)
    expect(await list(seller)).toMatchObject([{ resolvedAt: app.ctx.now() }])
  })
})

describe('checkStock', () => {
  test('default: an item is reported once, until it is restocked', async () => {
    const items = [
      { sku: 'LOW', name: 'Tea', priceUsd: 4, stockQty: 3, lowStockQty: 2 },
      { sku: 'OFF', name: 'Tea', priceUsd: 4, stockQty: 0, lowStockQty: 2, active: false },
    ]
    const seller = await aSeller(app, { items })
    await run(checkStock)
    expect(await list(seller)).toEqual([])
    for (const stockQty of [2, 1]) {
      await seller.post('/api/inventory', { sku: 'LOW', stockQty })
      await run(checkStock)
    }
    const params = { sku: 'LOW', stockQty: 2, lowStockQty: 2 }
    expect(await list(seller)).toMatchObject([
      { kind: 'low_stock', params, subject: { kind: 'item', id: seller.ids['LOW'] } },
    ])
    await seller.post('/api/inventory', { sku: 'LOW', stockQty: 5 })
    await run(checkStock)
    expect(await list(seller)).toMatchObject([{ resolvedAt: app.ctx.now() }])
    await seller.post('/api/inventory', { sku: 'LOW', stockQty: 0 })
    await run(checkStock)
    expect(await list(seller)).toHaveLength(2)
  })

  test('behavior: at most 200 open ones of a shop', async () => {
    const seller = await aSeller(app, {
      items: [{ sku: 'A', name: 'Tea', priceUsd: 4, stockQty: 1, lowStockQty: 2 }],
    })
    const rows = Array.from({ length: 204 }, (_, place) => `S-${place},Tea,4,1,2`)
    const imported = await app.inject({
      method: 'POST',
      url: '/api/inventory/import',
      headers: { ...seller.headers, 'content-type': 'text/csv' },
      payload: ['sku,name,priceUsd,stockQty,lowStockQty', ...rows].join('\n'),
    })
    expect(imported.statusCode, imported.body).toBe(200)
    await run(checkStock)
    await run(checkStock)
    const { rows: open } = await app.ctx.db.query(
      'select from notifications where merchant = $1 and open_key is not null',
      [seller.wallet],
    )
    expect(open).toHaveLength(200)
  })
})

describe('checkWebhooks', () => {
  const failing = (seller: Seller, subjectId: string) =>
    app.ctx.db.transaction((tx) =>
      raiseNotifications({ ...app.ctx, db: tx }, [
        { merchant: seller.wallet, kind: 'webhook_failing', subjectId, params: {} },
      ]),
    )

  test('default: a webhook recovers with its next delivery, or when it is disabled', async () => {
    const seller = await aSeller(app)
    const merchant = seller.wallet
    const ids: string[] = []
    for (const path of ['a', 'b']) {
      const created = await seller.post('/api/webhooks', { url: `https://shop.test/${path}` })
      const { id } = created.json().webhook
      await aDelivery(app.ctx, { merchant, endpointId: id })
      await failing(seller, id)
      ids.push(id)
    }
    const [first = '', second = ''] = ids
    await run(checkWebhooks)
    expect(await openOf(seller)).toEqual([first, second].toSorted())
    await aDelivery(app.ctx, { merchant, endpointId: first, status: 'delivered' })
    await run(checkWebhooks)
    expect(await openOf(seller)).toEqual([second])
    await app.ctx.db.query('update webhook_endpoints set is_enabled = false where id = $1', [
      second,
    ])
    await run(checkWebhooks)
    expect(await openOf(seller)).toEqual([])
  })

  test('behavior: addresses of receipts recover by a day without failures', async () => {
    const seller = await aSeller(app)
    await aDelivery(app.ctx, { merchant: seller.wallet })
    await failing(seller, 'receipts')
    await run(checkWebhooks)
    expect(await openOf(seller)).toEqual(['receipts'])
    app.ctx.clock.advance(86_400_001)
    await run(checkWebhooks)
    expect(await openOf(seller)).toEqual([])
  })

  const openOf = async (seller: Seller) =>
    (
      await app.ctx.db.query<{ id: string }>(
        `select open_key as id from notifications
         where merchant = $1 and open_key is not null order by open_key`,
        [seller.wallet],
      )
    ).rows.map(({ id }) => id)
})

describe('raiseNotifications', () => {
  test('default: a paired device, and a member who joined', async () => {
    const seller = await aSeller(app)
    const { device, register } = await aTill(app, seller.owner)
    const member = await signIn(app)
    await seller.act('/api/members', { member: member.wallet, role: 'viewer' })
    const { invitations } = (
      await app.inject({ url: '/api/invitations', headers: member.headers })
    ).json()
    const url = `/api/invitations/${invitations[0].id}/accept`
    await app.inject({ method: 'POST', url, headers: member.headers })
    const notifications = await list(seller)
    expect(notifications).toHaveLength(2)
    expect(notifications).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'device_paired',
          params: { deviceId: device.id, registerId: register.id, kind: 'register' },
        }),
        expect.objectContaining({
          kind: 'member_joined',
          params: { member: member.wallet, role: 'viewer' },
        }),
      ]),
    )
  })
})

describe('checkLimits', () => {
  const insertCall = (seller: Seller, status: number, at = app.ctx.now()) =>
    app.ctx.db.query(
      `insert into request_log
         (merchant, key_id, at, method, route, status, duration_us, correlation_id, error)
       values ($1, $2, $3, 'POST', '/api/orders', $4, 1, 'test', null)`,
      [seller.wallet, seller.keyId, at, status],
    )

  test('default: calls that a limit refused, until there were none for an hour', async () => {
    const seller = await aSeller(app)
    for (const status of [429, 429, 200]) await insertCall(seller, status)
    const other = await aSeller(app)
    await insertCall(other, 400)
    await run(checkLimits)
    await run(checkLimits)
    expect(await list(seller)).toMatchObject([
      {
        kind: 'limit_reached',
        severity: 'warning',
        params: { count: 2, route: '/api/orders', keyId: seller.keyId },
        subject: { kind: 'limits', id: 'calls' },
        resolvedAt: null,
      },
    ])
    expect(await list(other)).toEqual([])
    app.ctx.clock.advance(HOUR_MS + 1)
    await run(checkLimits)
    expect(await list(seller)).toMatchObject([{ resolvedAt: app.ctx.now() }])
  })

  test('behavior: a call above the plan is found in the request log', {
    tags: 'slow',
  }, async () => {
    const seller = await aSeller(app, { callsPerMinute: 3 })
    const statuses: number[] = []
    for (let call = 0; call < 6; call += 1) {
      statuses.push((await seller.get('/api/inventory')).statusCode)
    }
    expect(statuses).toContain(429)
    await expect
      .poll(async () => {
        await run(checkLimits)
        return (await list(seller)).map(({ kind }: { kind: string }) => kind)
      })
      .toEqual(['limit_reached'])
  })
})

describe('notifyOfLimits', () => {
  const reached = async (seller: Seller) =>
    (await list(seller)).filter(({ kind }: { kind: string }) => kind === 'limit_reached')
  const readReport = (seller: Seller) =>
    app.inject({ url: '/api/reports/home', headers: seller.owner.headers })

  test('default: a request of staff above a limit, once per limit and day', async () => {
    const privateKey = generatePrivateKey()
    const seller = await aSeller(app, { privateKey })
    app.ctx.config.limits.merchants.set(seller.wallet, { reports: 1 })
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) statuses.push((await readReport(seller)).statusCode)
    expect(statuses).toEqual([200, 429, 429, 429])
    const ofReports = {
      kind: 'limit_reached',
      severity: 'warning',
      params: { limit: 'reports', max: 1 },
      subject: { kind: 'limits', id: 'reports' },
    }
    await expect.poll(() => reached(seller)).toMatchObject([{ ...ofReports, resolvedAt: null }])
    await run(checkLimits)
    expect(await reached(seller)).toMatchObject([{ ...ofReports, resolvedAt: null }])

    app.ctx.clock.advance(DAY_MS)
    await run(checkLimits)
    const next = { ...seller, owner: await signIn(app, { privateKey }) }
    expect(await reached(next)).toMatchObject([{ resolvedAt: app.ctx.now() }])
    expect((await readReport(next)).statusCode).toBe(429)
    await expect.poll(async () => (await reached(next)).length).toBe(2)
  })

  test('behavior: the receipts of the plan, and each limit for itself', async () => {
    const seller = await aSeller(app)
    app.ctx.config.limits.merchants.set(seller.wallet, { 'starter-receipts': 1, reports: 0 })
    await readReport(seller)
    const sell = (id: string) =>
      seller.act('/api/receipts', { id, totalUsd: 4, lineItems: [{ label: 'Tea', priceUsd: 4 }] })
    expect([(await sell('a')).statusCode, (await sell('b')).statusCode]).toEqual([201, 429])
    const limits = async () =>
      (await reached(seller)).map(({ params }: { params: { limit: string } }) => params.limit)
    await expect
      .poll(async () => (await limits()).toSorted())
      .toEqual(['reports', 'starter-receipts'])
  })

  test('behavior: nothing for limits of a network address, or for calls with keys', async () => {
    const seller = await aSeller(app)
    app.ctx.config.limits.merchants.set(seller.wallet, { reports: 0 })
    expect((await seller.get('/api/reports/home')).statusCode).toBe(429)
    // Reported later than the one before would be.
    app.ctx.config.limits.merchants.set(seller.wallet, { reports: 0, 'receipt-exports': 0 })
    await app.inject({ url: '/api/receipts/export', headers: seller.owner.headers })
    await expect.poll(async () => (await reached(seller)).length).toBe(1)
    expect(await reached(seller)).toMatchObject([{ params: { limit: 'receipt-exports', max: 0 } }])
  })
})
