import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { SignedIn } from '../../../../test/sign-in.js'
import { checksumAddress } from '../../../lib/hex.js'
import { deleteReceipts } from '../retention/erase-abandoned-orders.js'
import { removeComment } from './change-comments.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
})
afterAll(() => app.close())

const urlOf = (id: string) => `/api/receipts/${id}/comments`

let receipts = 0
async function aReceipt(fields: object = {}): Promise<string> {
  receipts += 1
  const id = `commented-${receipts}`
  const lineItems = [{ label: 'Tea', priceUsd: 1 }]
  const response = await seller.post('/api/receipts', { id, lineItems, totalUsd: 1, ...fields })
  expect(response.statusCode, response.body).toBe(201)
  app.ctx.clock.advance(1)
  return id
}

/** Calls as a member of the seller's team. */
function as(person: SignedIn, method: 'POST' | 'DELETE' | 'GET', path: string, payload?: object) {
  const url = `${path}?wallet=${seller.wallet}`
  return app.inject({ method, url, headers: person.headers, ...(payload && { payload }) })
}

async function comment(id: string, text: string): Promise<{ id: string; by: string }> {
  const response = await seller.act(urlOf(id), { text })
  expect(response.statusCode, response.body).toBe(201)
  app.ctx.clock.advance(1)
  return response.json().comment
}

const list = async (id: string) => (await seller.get(urlOf(id))).json().comments
const remove = (id: string, commentId: string) =>
  app.inject({ method: 'DELETE', url: `${urlOf(id)}/${commentId}`, headers: seller.headers })
describe('/api/receipts/{id}/comments', () => {
  test('default: lists comments of people and keys, oldest first', async () => {
    const id = await aReceipt()
    expect(await list(id)).toEqual([])
    const at = app.ctx.now()
    const byOwner = await comment(id, '  Called the buyer ')
    const byKey = (await seller.post(urlOf(id), { text: 'Shipped' })).json().comment
    expect(await list(id)).toEqual([
      {
        id: byOwner.id,
        text: 'Called the buyer',
        by: checksumAddress(seller.wallet),
        createdAt: at,
      },
      { id: byKey.id, text: 'Shipped', by: seller.keyId, createdAt: at + 1 },
    ])
  })

  test('behavior: a repeated request adds one comment, and its text is not stored twice', async () => {
    const id = await aReceipt()
    const send = () =>
      seller.post(urlOf(id), { text: 'Once' }, { 'idempotency-key': 'comment-once' })
    const first = (await send()).json().comment
    expect((await send()).json().comment).toEqual({ ...first, text: null })
    expect(await list(id)).toEqual([first])
  })

  test.each([
    ['no text', ''],
    ['spaces', '  '],
    ['2,001 characters', 'x'.repeat(2_001)],
    ['a line break', 'a\nb'],
    ['a control character', 'a\u0007b'],
  ])('error: refuses %s', async (_name, text) => {
    const response = await seller.act(urlOf(await aReceipt()), { text })
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test('error: refuses unknown receipts, and those of other merchants', async () => {
    const id = await aReceipt()
    const { id: commentId } = await comment(id, 'Ours')
    const other = await aSeller(app)
    const responses = [
      await seller.get(urlOf('unknown')),
      await seller.post(urlOf('unknown'), { text: 'x' }),
      await remove(id, 'cmt_unknown'),
      await other.get(urlOf(id)),
      await other.post(urlOf(id), { text: 'x' }),
      await app.inject({
        method: 'DELETE',
        url: `${urlOf(id)}/${commentId}`,
        headers: other.owner.headers,
      }),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 404))
    expect(await list(id)).toHaveLength(1)
  })

  test('error: a receipt has at most 100 comments, also when they arrive at once', async () => {
    const id = await aReceipt()
    await app.ctx.db.query(
      `insert into receipt_comments (merchant, receipt_id, id, text, made_by, created_at)
       select $1, $2, 'cmt_' || n, 'x', $1, n from generate_series(1, 98) as n`,
      [seller.wallet, id],
    )
    const statuses = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await seller.act(urlOf(id), { text: 'y' })).statusCode,
      ),
    )
    expect(statuses.toSorted()).toEqual([201, 201, 400, 400, 400])
    expect(await list(id)).toHaveLength(100)
  })
})

describe('who may comment', () => {
  test('default: support and accountants write, viewers read, cashiers do neither', async () => {
    const id = await aReceipt()
    const verdicts = []
    for (const role of ['admin', 'accountant', 'support', 'viewer', 'cashier'] as const) {
      const person = await aMember(app, { merchant: seller.wallet, role })
      const written = await as(person, 'POST', urlOf(id), { text: role })
      verdicts.push([role, written.statusCode, (await as(person, 'GET', urlOf(id))).statusCode])
    }
    expect(verdicts).toEqual([
      ['admin', 201, 200],
      ['accountant', 201, 200],
      ['support', 201, 200],
      ['viewer', 403, 200],
      ['cashier', 403, 403],
    ])
    const { wallet } = seller
    const { apiKey } = await aDeveloper(app.ctx, { wallet, scopes: ['receipts:read'] })
    const headers = { 'x-api-key': apiKey }
    const withKey = { url: urlOf(id), headers }
    expect((await app.inject(withKey)).statusCode).toBe(200)
    const payload = { text: 'x' }
    expect((await app.inject({ ...withKey, method: 'POST', payload })).statusCode).toBe(403)
  })

  test('behavior: authors delete their own comments, managers delete any', async () => {
    const id = await aReceipt()
    const support = await aMember(app, { merchant: seller.wallet, role: 'support' })
    const admin = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    const ofOwner = await comment(id, 'Owner')
    const first = (await as(support, 'POST', urlOf(id), { text: 'Support 1' })).json().comment
    const second = (await as(support, 'POST', urlOf(id), { text: 'Support 2' })).json().comment

    const refused = await as(support, 'DELETE', `${urlOf(id)}/${ofOwner.id}`)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      requiredRight: 'comments:delete',
      allowedRoles: ['owner', 'admin'],
    })
    expect((await remove(id, ofOwner.id)).statusCode).toBe(403)
    expect((await as(support, 'DELETE', `${urlOf(id)}/${first.id}`)).statusCode).toBe(200)
    expect((await as(admin, 'DELETE', `${urlOf(id)}/${second.id}`)).statusCode).toBe(200)
    expect((await list(id)).map(({ text }: { text: string }) => text)).toEqual(['Owner'])

    const audit = (
      await app.inject({ url: '/api/audit?action=comment.deleted', headers: seller.owner.headers })
    ).json()
    expect(audit.entries).toHaveLength(2)
    expect(JSON.stringify(audit)).not.toContain('Support 1')
  })

  test('behavior: two deletions at once delete one comment', async () => {
    const id = await aReceipt()
    const { id: commentId } = await comment(id, 'Once')
    const { wallet: merchant } = seller
    const by = { merchant, person: merchant, role: 'owner' as const, correlationId: 'test' }
    const results = await Promise.allSettled(
      [1, 2].map(() => removeComment(app.ctx, { by, receiptId: id, id: commentId })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('comments in other responses', () => {
  test('default: the export has all comments of a receipt, and no formulas', async () => {
    const id = await aReceipt()
    await comment(id, '=1+1')
    await comment(id, 'zebra')
    const file = (await seller.get(`/api/receipts/export?q=${id}`)).body
    const [names = '', row = ''] = file.split('\r\n')
    expect(names.endsWith(',comments')).toBe(true)
    expect(row.endsWith(`,'=1+1 | zebra`)).toBe(true)
  })

  test('behavior: neither receipts nor the payment page show comments', async () => {
    const id = await aReceipt()
    await comment(id, 'walrus')
    for (const url of [`/api/receipts/${id}`, `/api/portal/${id}?recipient=${seller.wallet}`]) {
      const response = await seller.get(url)
      expect(response.statusCode, response.body).toBe(200)
      expect(response.body).not.toContain('walrus')
    }
    const { rows } = await app.ctx.db.query(
      `select body from events where body::text like '%walrus%'
       union all select to_jsonb(recorded_events)::text from recorded_events
       where to_jsonb(recorded_events)::text like '%walrus%'`,
      [],
    )
    expect(rows).toEqual([])
  })
})

describe('erasing comments', () => {
  test("default: they are part of the buyer's data", async () => {
    const id = await aReceipt({ billingEmail: 'dora@example.com' })
    const kept = await aReceipt()
    await comment(id, 'Dora is moving to Oslo')
    await comment(kept, 'Other')
    const body = { email: 'dora@example.com' }
    const exported = (await seller.act('/api/privacy/export', body)).json()
    expect(exported.data.comments).toMatchObject([
      { receiptId: id, text: 'Dora is moving to Oslo', by: checksumAddress(seller.wallet) },
    ])
    expect((await seller.act('/api/privacy/erase', body)).statusCode).toBe(200)
    expect(await list(id)).toEqual([])
    expect(await list(kept)).toHaveLength(1)
  })

  test('behavior: a reset of the sandbox deletes them with their receipts', async () => {
    const other = await aSeller(app)
    const lineItems = [{ label: 'Tea', priceUsd: 1 }]
    await other.post('/api/receipts', { id: 'a', lineItems, totalUsd: 1 })
    expect((await other.post(urlOf('a'), { text: 'x' })).statusCode).toBe(201)
    expect(await deleteReceipts(app.ctx, other.wallet)).toBe(1)
    const { rows } = await app.ctx.db.query('select id from receipt_comments where merchant = $1', [
      other.wallet,
    ])
    expect(rows).toEqual([])
  })
})
