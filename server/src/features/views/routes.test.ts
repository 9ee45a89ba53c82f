import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import type { SignedIn } from '../../../test/sign-in.js'
import { viewsFeature } from './feature.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())

const start = async () => {
  seller = await aSeller(app)
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Call = { url?: string; payload?: object; headers?: Record<string, string> }

const call = (person: SignedIn, method: Method, { url = '', payload, headers = {} }: Call = {}) =>
  app.inject({
    method,
    url: `/api/views${url}${url.includes('?') ? '&' : '?'}wallet=${seller.wallet}`,
    headers: { ...person.headers, ...headers },
    ...(payload && { payload: { ...payload, wallet: seller.wallet } }),
  })

const refunds = {
  screen: 'receipts',
  name: 'Refunds',
  query: { status: 'refund_requested', q: 'ada@example.com' },
  columns: ['receiptId', 'total'],
  sort: '-createdAt',
}

const namesOf = async (person: SignedIn, query = '') => {
  const response = await call(person, 'GET', { url: query })
  return response.json().views.map(({ name }: { name: string }) => name)
}

const aView = async (person: SignedIn, fields: object = {}) => {
  const response = await call(person, 'POST', { payload: { ...refunds, ...fields } })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().view
}

describe('/api/views', () => {
  test('default: a view is saved, listed, changed and deleted', async () => {
    await start()
    const { owner } = seller
    const saved = await aView(owner)
    expect(saved).toMatchObject({ ...refunds, isShared: false, revision: 1 })
    expect(saved.by.toLowerCase()).toBe(owner.wallet)
    expect(await namesOf(owner, '?screen=receipts')).toEqual(['Refunds'])
    expect(await namesOf(owner, '?screen=items')).toEqual([])
    const payload = { name: 'To refund', sort: null, expectedRevision: 1 }
    const changed = await call(owner, 'PUT', { url: `/${saved.id}`, payload })
    expect(changed.headers['etag']).toBe('"2"')
    expect(changed.json().view).toMatchObject({
      name: 'To refund',
      sort: null,
      query: refunds.query,
    })
    const stale = await call(owner, 'PUT', {
      url: `/${saved.id}`,
      payload: { name: 'x' },
      headers: { 'if-match': '"1"' },
    })
    expect(stale.statusCode).toBe(409)
    expect(stale.json().current).toMatchObject({ name: 'To refund', revision: 2 })
    expect((await call(owner, 'DELETE', { url: `/${saved.id}` })).json()).toMatchObject({
      deleted: true,
    })
    expect(await namesOf(owner)).toEqual([])
  })

  test('behavior: a repeated key saves one view', async () => {
    await start()
    const request = { payload: refunds, headers: { 'idempotency-key': 'once' } }
    const first = await call(seller.owner, 'POST', request)
    const second = await call(seller.owner, 'POST', request)
    expect(second.json()).toEqual(first.json())
    expect(await namesOf(seller.owner)).toEqual(['Refunds'])
  })

  test('behavior: personal views are private, shared ones are for the team', async () => {
    await start()
    const merchant = seller.wallet
    const cashier = await aMember(app, { merchant, role: 'cashier' })
    const admin = await aMember(app, { merchant, role: 'admin' })
    const own = await aView(cashier, { name: 'Mine' })
    const shared = await aView(seller.owner, { name: 'Ours', isShared: true })
    expect(await namesOf(cashier)).toEqual(['Mine', 'Ours'])
    expect(await namesOf(admin)).toEqual(['Ours'])
    for (const method of ['PUT', 'DELETE'] as const) {
      const payload = { name: 'x' }
      const hidden = await call(admin, method, { url: `/${own.id}`, payload })
      expect(hidden.statusCode).toBe(404)
      const refused = await call(cashier, method, { url: `/${shared.id}`, payload })
      expect(refused.json()).toMatchObject({
        error: 'forbidden',
        requiredRight: 'views:share',
        allowedRoles: ['owner', 'admin'],
      })
    }
    const share = await call(cashier, 'PUT', { url: `/${own.id}`, payload: { isShared: true } })
    expect(share.statusCode).toBe(403)
    const create = await call(cashier, 'POST', { payload: { ...refunds, isShared: true } })
    expect(create.statusCode).toBe(403)
    const taken = await call(admin, 'PUT', { url: `/${shared.id}`, payload: { isShared: false } })
    expect(taken.json().view.by.toLowerCase()).toBe(admin.wallet)
    expect(await namesOf(seller.owner)).toEqual([])
  })

  test('behavior: the audit log has neither names nor filters', async () => {
    await start()
    const { id } = await aView(seller.owner)
    await call(seller.owner, 'PUT', { url: `/${id}`, payload: { name: 'Ada' } })
    await call(seller.owner, 'DELETE', { url: `/${id}` })
    const { rows } = await app.ctx.db.query<{ action: string; entry: string }>(
      `select action, to_jsonb(e)::text as entry from audit_entries e
       where merchant = $1 and action like 'view.%' order by seq`,
      [seller.wallet],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'view.created',
      'view.updated',
      'view.deleted',
    ])
    for (const { entry } of rows) expect(entry).not.toMatch(/\bada\b|refund_requested/i)
  })

  test('behavior: erasing a buyer deletes views that name them', async () => {
    await start()
    await aView(seller.owner)
    await aView(seller.owner, { name: 'All', query: {} })
    await seller.act('/api/privacy/erase', { email: 'ADA@example.com' })
    expect(await namesOf(seller.owner)).toEqual(['All'])
  })

  test('behavior: personal views end with the membership', async () => {
    await start()
    const member = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    await aView(member)
    await aView(seller.owner, { name: 'Kept' })
    await app.ctx.db.query('delete from members where person = $1', [member.wallet])
    const [job] = viewsFeature.jobs ?? []
    await job?.run(app.ctx, new AbortController().signal)
    const { rows } = await app.ctx.db.query('select name from saved_views where merchant = $1', [
      seller.wallet,
    ])
    expect(rows).toEqual([{ name: 'Kept' }])
  })

  test.each([
    [{ screen: undefined }, 'screen must be the name of a screen'],
    [{ screen: 'Receipts/..' }, 'screen must be the name of a screen'],
    [{ name: undefined }, 'name is required.'],
    [{ name: 'x'.repeat(61) }, 'name must have at most 60 characters.'],
    [{ query: ['a'] }, 'query must be an object of texts.'],
    [{ query: { status: 1 } }, 'query field status must be text.'],
    [{ query: { 'a b': 'x' } }, 'query must have names'],
    [{ query: { a: 'x'.repeat(201) } }, 'query field a must have at most 200 characters.'],
    [
      { query: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}`, ''])) },
      'query must have at most 30 fields.',
    ],
    [{ columns: ['a', 'a'] }, 'columns must not contain duplicates.'],
    [{ columns: Array.from({ length: 51 }, (_, index) => `c${index}`) }, 'columns must be a list'],
    [{ isShared: 'yes' }, 'isShared must be true or false.'],
  ])('error: refuses %j', async (fields, message) => {
    if (!seller) await start()
    const response = await call(seller.owner, 'POST', { payload: { ...refunds, ...fields } })
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(response.json().message).toContain(message)
  })

  test('error: refuses more views than the limits', async () => {
    await start()
    const insert = (isShared: boolean, count: number) =>
      app.ctx.db.query(
        `insert into saved_views (merchant, id, screen, person, name, query, columns, is_shared,
           revision, created_at, updated_at)
         select $1, $2 || n, 'receipts', $1, n, '{}', '{}', $3, 1, 0, 0 from generate_series(1, $4) n`,
        [seller.wallet, isShared ? 's' : 'p', isShared, count],
      )
    await insert(false, 100)
    await insert(true, 199)
    const personal = await call(seller.owner, 'POST', { payload: refunds })
    expect(personal.json().message).toContain('limit of 100 personal views')
    const shared = await aView(seller.owner, { isShared: true })
    const another = await call(seller.owner, 'POST', { payload: { ...refunds, isShared: true } })
    expect(another.json().message).toContain('limit of 200 shared views')
    const moved = await call(seller.owner, 'PUT', {
      url: `/${shared.id}`,
      payload: { isShared: false },
    })
    expect(moved.json().message).toContain('limit of 100 personal views')
  })
})
