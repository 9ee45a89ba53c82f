import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { MINUTE_MS } from '../../../lib/time.js'
import { expireReceipts } from '../status/expire-receipts.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
})
afterAll(() => app.close())

let receipts = 0
async function aReceipt(of: Seller = seller): Promise<string> {
  receipts += 1
  const id = `archivable-${receipts}`
  const lineItems = [{ label: 'Tea', priceUsd: 1 }]
  const response = await of.post('/api/receipts', { id, lineItems, totalUsd: 1 })
  expect(response.statusCode, response.body).toBe(201)
  app.ctx.clock.advance(1)
  return id
}

const archive = (ids: string[], archived = true) =>
  seller.act('/api/receipts/archive', { ids, archived })

async function anArchivedReceipt(): Promise<string> {
  const id = await aReceipt()
  expect((await archive([id])).json()).toEqual({ ok: true, archived: true, changed: 1 })
  return id
}

const get = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json()
const isArchived = async (id: string) => 'archivedAt' in (await get(id))

async function listIds(query: string, of: Seller = seller): Promise<string[]> {
  const { receipts: listed } = (await of.get(`/api/receipts?${query}`)).json()
  return listed.map(({ receiptId }: { receiptId: string }) => receiptId)
}

async function setStatus(receiptId: string, status: string): Promise<void> {
  const response = await seller.act('/api/receipts/status', { receiptId, status })
  expect(response.statusCode, response.body).toBe(200)
}

describe('POST /api/receipts/archive', () => {
  test('default: archived receipts leave lists and exports, and come back', async () => {
    const other = await aSeller(app)
    const [kept, first, second] = [
      await aReceipt(other),
      await aReceipt(other),
      await aReceipt(other),
    ]
    const at = app.ctx.now()
    const response = await other.post('/api/receipts/archive', {
      ids: [first, second, first],
      archived: true,
    })
    expect(response.json()).toEqual({ ok: true, archived: true, changed: 2 })

    expect(await listIds('', other)).toEqual([kept])
    expect(await listIds('q=archivable', other)).toEqual([kept])
    expect(await listIds('status=pending', other)).toEqual([kept])
    expect(await listIds('archived=only', other)).toEqual([second, first])
    expect(await listIds('archived=all', other)).toEqual([second, first, kept])
    expect(await listIds('archived=only&limit=1&q=archivable', other)).toEqual([second])
    const rowsOf = async (query: string) =>
      (await other.get(`/api/receipts/export?${query}`)).body.trim().split('\r\n').length - 1
    expect([await rowsOf(''), await rowsOf('archived=only'), await rowsOf('archived=all')]).toEqual(
      [1, 2, 3],
    )
    expect((await other.get(`/api/receipts/${first}`)).json().archivedAt).toBe(at)
    expect((await other.get(`/api/receipts/status?receiptId=${first}`)).statusCode).toBe(200)

    const restored = { ids: [first, kept], archived: false }
    expect((await other.post('/api/receipts/archive', restored)).json()).toMatchObject({
      changed: 1,
    })
    expect(await listIds('', other)).toEqual([first, kept])
    expect((await other.get(`/api/receipts/${first}`)).json()).not.toHaveProperty('archivedAt')
  })

  test('behavior: reports count archived receipts', async () => {
    const id = await aReceipt()
    await setStatus(id, 'paid')
    const summarize = async () => (await seller.get('/api/reports/summary')).json()
    const before = await summarize()
    expect((await archive([id])).statusCode).toBe(200)
    expect(await summarize()).toEqual(before)
  })

  test('behavior: repeating a request changes nothing, and the first time stays', async () => {
    const id = await anArchivedReceipt()
    const { archivedAt } = await get(id)
    app.ctx.clock.advance(1)
    expect((await archive([id])).json()).toEqual({ ok: true, archived: true, changed: 0 })
    expect((await get(id)).archivedAt).toBe(archivedAt)
  })

  test('behavior: the audit log has every id, also of 500 long ones', async () => {
    const other = await aSeller(app)
    const ids = Array.from({ length: 500 }, (_, n) => `${'x'.repeat(100)}-${n}`)
    await app.ctx.db.query(
      `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines,
         tax_rate_ppm, tax_components, brand_name, payout_address, created_at, updated_at)
       select $1, id, 'direct', 'pending', 'USD', 100, '[]', 0, '{}', 'Shop', $1, 1, 1
       from unnest($2::text[]) as id`,
      [other.wallet, ids],
    )
    const response = await other.act('/api/receipts/archive', { ids, archived: true })
    expect(response.json()).toMatchObject({ changed: 500 })
    const { entries } = (
      await app.inject({
        url: '/api/audit?action=receipts.archived&limit=100',
        headers: other.owner.headers,
      })
    ).json()
    const audited = entries.flatMap(
      ({ after }: { after: { receiptIds: string[] } }) => after.receiptIds,
    )
    expect(audited.toSorted()).toEqual(ids.toSorted())
  })

  test('error: an unknown id or one of another merchant changes nothing', async () => {
    const id = await aReceipt()
    const other = await aSeller(app)
    const ofOther = await aReceipt(other)
    const response = await archive([id, 'unknown', ofOther])
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({
      error: 'not_found',
      unknownIds: ['unknown', ofOther],
    })
    expect(await isArchived(id)).toBe(false)
    expect(await listIds('', other)).toEqual([ofOther])
  })

  test.each([
    ['no ids', { ids: [], archived: true }],
    ['501 ids', { ids: Array.from({ length: 501 }, () => 'a'), archived: true }],
    ['ids that are no list', { ids: 'a', archived: true }],
    ['no direction', { ids: ['a'] }],
  ])('error: refuses %s', async (_name, body) => {
    const response = await seller.act('/api/receipts/archive', body)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test('error: refuses an unknown choice of archived receipts', async () => {
    expect((await seller.get('/api/receipts?archived=yes')).statusCode).toBe(400)
  })

  test('error: viewers and cashiers may not archive', async () => {
    const id = await aReceipt()
    const verdicts = []
    for (const role of ['admin', 'accountant', 'support', 'viewer', 'cashier'] as const) {
      const { headers } = await aMember(app, { merchant: seller.wallet, role })
      const url = `/api/receipts/archive?wallet=${seller.wallet}`
      const payload = { ids: [id], archived: true }
      verdicts.push((await app.inject({ method: 'POST', url, headers, payload })).statusCode)
    }
    expect(verdicts).toEqual([200, 200, 200, 403, 403])
  })

  test('behavior: opposite requests for the same receipts at once do not block each other', async () => {
    const ids = [await aReceipt(), await aReceipt(), await aReceipt()]
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        archive(n % 2 === 0 ? ids : ids.toReversed(), n % 2 === 0),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
    expect(new Set(await Promise.all(ids.map(isArchived))).size).toBe(1)
  })
})

describe('an archived receipt', () => {
  test('behavior: a payment and a refund bring it back', async () => {
    const id = await anArchivedReceipt()
    await setStatus(id, 'paid')
    expect(await isArchived(id)).toBe(false)
    expect(await listIds('')).toContain(id)

    await archive([id])
    await setStatus(id, 'refund_requested')
    expect(await isArchived(id)).toBe(false)
    await archive([id])
    await setStatus(id, 'refunded')
    expect(await isArchived(id)).toBe(false)
  })

  test('behavior: it stays archived when the buyer opens its page, or when it expires', async () => {
    const id = await anArchivedReceipt()
    await seller.post('/api/receipts/status', { receiptId: id, status: 'link_opened' })
    expect(await isArchived(id)).toBe(true)

    await app.ctx.db.query('update receipts set expires_at = $3 where merchant = $1 and id = $2', [
      seller.wallet,
      id,
      app.ctx.now() + MINUTE_MS,
    ])
    app.ctx.clock.advance(2 * MINUTE_MS)
    await expireReceipts.run(app.ctx, new AbortController().signal)
    expect(await get(id)).toMatchObject({ status: 'failed', archivedAt: expect.any(Number) })
  })
})
