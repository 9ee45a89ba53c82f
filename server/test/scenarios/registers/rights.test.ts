// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CashierRight, cashierRights, type Role, roles } from '../../../src/auth/roles.js'
import { aWallet } from '../../fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../fixtures/seller.js'
import { aCashier, aDevice, aRegister, type TestDevice } from '../../fixtures/till.js'
import { createTestApp, type TestApp } from '../../harness.js'
import type { SignedIn } from '../../sign-in.js'

/**
 * Verbs that need several rights, depending on the values of a request. Guards of whole routes are
 * tested by the authorization matrix.
 */

type Response = Awaited<ReturnType<TestDevice['act']>>
type Action = {
  name: string
  /** Lacking any of these refuses the action. Null refuses it to every cashier. */
  needs: readonly CashierRight[] | null
  /** Creates the receipt of the action, with all rights. */
  prepare?: () => Promise<string>
  act(receiptId: string): Promise<Response>
}

let app: TestApp
let seller: Seller
let registerId: string
let device: TestDevice
let ada: string
let bob: string
const members = new Map<Role, SignedIn>()
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app, {
    items: [{ sku: 'TEA', name: 'Green tea', priceUsd: 4 }],
    callsPerMinute: 100_000,
  })
  registerId = (await aRegister(app, seller.owner, { jurisdictionCode: 'US-CA' })).id
  device = await aDevice(app, seller.owner, { registerId })
  ada = (await aCashier(app, seller.owner, { name: 'Ada' })).id
  bob = (await aCashier(app, seller.owner, { name: 'Bob' })).id
  for (const role of roles) {
    if (role !== 'owner') members.set(role, await aMember(app, { merchant: seller.wallet, role }))
  }
}, 60_000)
afterAll(() => app.close())
beforeEach(() => enter(ada))

/** Unlocks the register for a cashier, by default with all rights. Checking PINs takes time. */
async function enter(id: string, rights: readonly CashierRight[] = cashierRights): Promise<void> {
  await app.ctx.db.query('update cashiers set rights = $2 where id = $1', [id, rights])
  await app.ctx.db.query('update devices set cashier_id = $2, unlocked_at = $3 where id = $1', [
    device.id,
    id,
    app.ctx.now(),
  ])
}

const terminal = (body: object = {}) =>
  device.act('/api/receipts/terminal', { amountUsd: 10, ...body })
const order = (body: object = {}) =>
  device.act('/api/orders', { items: [{ sku: 'TEA', qty: 1 }], ...body })
const quote = (body: object) =>
  device.act('/api/orders/quote', { items: [{ sku: 'TEA', qty: 1 }], ...body })
const quoteTerminal = (body: object) =>
  device.act('/api/receipts/terminal/quote', { amountUsd: 10, ...body })
const setStatus = (receiptId: string, status: string) =>
  device.act('/api/receipts/status', { receiptId, status })
const show = (receiptId: string) =>
  app.inject({
    method: 'PUT',
    url: '/api/devices/sale',
    headers: device.headers,
    payload: { cart: { currency: 'USD', total: 10, lines: [] }, receiptId },
  })

async function sell(): Promise<string> {
  const response = await terminal()
  expect(response.statusCode).toBe(200)
  return response.json().receipt.receiptId
}

/** Creates a sale of the other cashier. */
async function sellAsBob(): Promise<string> {
  await enter(bob)
  const receiptId = await sell()
  await enter(ada)
  return receiptId
}

async function pay(receiptId: string): Promise<string> {
  const response = await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(response.statusCode).toBe(200)
  return receiptId
}

async function requestRefund(receiptId: string): Promise<string> {
  const body = { receiptId, status: 'refund_requested' }
  expect((await seller.act('/api/receipts/status', body)).statusCode).toBe(200)
  return receiptId
}

const refund = (receiptId: string) =>
  device.act('/api/receipts/refund', { receiptId, buyer: aWallet(), usd: 1 })
const plan = (receiptId: string, fields: object = {}) =>
  device.act('/api/receipts/refund/plan', { receiptId, usd: 1, ...fields })

const actions: Action[] = [
  { name: 'sells an amount', needs: ['sell'], act: () => terminal() },
  { name: 'sells an item', needs: ['sell'], act: () => order() },
  {
    name: 'names the tax of the register',
    needs: ['sell'],
    act: () => terminal({ jurisdictionCode: 'us-ca', taxRate: null, taxComponents: [] }),
  },
  {
    name: 'gives a discount',
    needs: ['sell', 'discount'],
    act: () => terminal({ discountUsd: 1 }),
  },
  ...[
    { taxRate: 0 },
    { taxRate: 0.5 },
    { jurisdictionCode: 'US-OR' },
    { taxComponents: ['State'] },
    { jurisdictionCode: 'US-CA', taxComponents: ['State'] },
  ].flatMap((tax): Action[] => {
    const needs = ['sell', 'discount'] as const
    const name = JSON.stringify(tax)
    return [
      { name: `sells an amount with ${name}`, needs, act: () => terminal(tax) },
      { name: `sells an item with ${name}`, needs, act: () => order(tax) },
      { name: `quotes an item with ${name}`, needs, act: () => quote(tax) },
      { name: `quotes an amount with ${name}`, needs, act: () => quoteTerminal(tax) },
    ]
  }),
  { name: 'takes a tip', needs: ['sell'], act: () => terminal({ tipUsd: 10 }) },
  {
    name: 'takes a tip above the goods, which carries no tax',
    needs: ['sell', 'discount'],
    act: () => terminal({ amountUsd: 0.01, tipUsd: 9.99 }),
  },
  {
    name: 'quotes such a tip',
    needs: ['sell', 'discount'],
    act: () => quoteTerminal({ amountUsd: 0.01, tipUsd: 9.99 }),
  },
  {
    name: 'records cash',
    needs: ['record_cash'],
    prepare: sell,
    act: (id) => setStatus(id, 'paid'),
  },
  {
    name: 'records cash for a sale of another cashier',
    needs: ['record_cash', 'see_all_sales'],
    prepare: sellAsBob,
    act: (id) => setStatus(id, 'paid'),
  },
  {
    name: 'declines a refund request',
    needs: ['refund'],
    prepare: async () => requestRefund(await pay(await sell())),
    act: (id) => setStatus(id, 'paid'),
  },
  {
    name: 'cancels an unpaid sale',
    needs: ['sell'],
    prepare: sell,
    act: (id) => setStatus(id, 'failed'),
  },
  {
    name: 'cancels a sale of another cashier',
    needs: ['sell', 'see_all_sales'],
    prepare: sellAsBob,
    act: (id) => setStatus(id, 'failed'),
  },
  ...['reconciled', 'refunded', 'refund_requested', 'link_opened'].map(
    (status): Action => ({
      name: `sets the status ${status}`,
      needs: null,
      prepare: sell,
      act: (id) => setStatus(id, status),
    }),
  ),
  {
    name: 'refunds a sale',
    needs: ['refund'],
    prepare: async () => pay(await sell()),
    act: refund,
  },
  {
    name: 'refunds a sale of another cashier',
    needs: ['refund', 'see_all_sales'],
    prepare: async () => pay(await sellAsBob()),
    act: refund,
  },
  {
    name: 'plans a refund of another cashier',
    needs: ['refund', 'see_all_sales'],
    prepare: async () => pay(await sellAsBob()),
    act: plan,
  },
  {
    name: 'reads a sale of another cashier',
    needs: ['see_all_sales'],
    prepare: sellAsBob,
    act: (id) => device.get(`/api/receipts/${id}`),
  },
  { name: 'shows a sale on the display', needs: ['sell'], prepare: sell, act: show },
  {
    name: 'shows a sale of another cashier on the display',
    needs: ['sell', 'see_all_sales'],
    prepare: sellAsBob,
    act: show,
  },
]

describe('a cashier', () => {
  test.each(actions.map((action) => [action.name, action] as const))(
    'behavior: %s with exactly the rights that it needs',
    async (_name, { needs, prepare, act }) => {
      const results: string[] = []
      const expected: string[] = []
      for (const right of cashierRights) {
        await enter(ada)
        const receiptId = (await prepare?.()) ?? ''
        await enter(
          ada,
          cashierRights.filter((candidate) => candidate !== right),
        )
        const { statusCode } = await act(receiptId)
        results.push(`without ${right}: ${statusCode === 200 ? 'done' : 'refused'}`)
        const isRefused = needs === null || needs.includes(right)
        expected.push(`without ${right}: ${isRefused ? 'refused' : 'done'}`)
        expect([200, 403, 404]).toContain(statusCode)
      }
      expect(results).toEqual(expected)
      if (needs === null) return
      await enter(ada)
      const receiptId = (await prepare?.()) ?? ''
      await enter(ada, needs)
      expect((await act(receiptId)).statusCode).toBe(200)
    },
  )

  test('behavior: a refusal names the missing right', async () => {
    const paid = await requestRefund(await pay(await sell()))
    await enter(ada, ['sell', 'record_cash'])
    const declined = await setStatus(paid, 'paid')
    expect(declined.json()).toMatchObject({ error: 'forbidden', requiredRight: 'refund' })
    const untaxed = await terminal({ taxRate: 0 })
    expect(untaxed.json()).toMatchObject({ error: 'forbidden', requiredRight: 'discount' })
    expect(untaxed.json().message).toContain('tax')
  })

  test('behavior: reads no split shares in a refund plan', async () => {
    const receiptId = await pay(await sell())
    const response = await plan(receiptId)
    expect(response.statusCode).toBe(200)
    expect(response.json().plan).not.toHaveProperty('shares')
  })

  test('error: sends no transfers of a refund', async () => {
    const receiptId = await pay(await sell())
    for (const fields of [{}, { reservation: 'first-page' }]) {
      const response = await plan(receiptId, { sending: true, ...fields })
      expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden'])
    }
  })

  test('behavior: does not inherit the display of another cashier', async () => {
    const sale = (method: 'GET' | 'PUT', path: string, payload?: object) =>
      app.inject({
        method,
        url: `/api/devices/sale${path}`,
        headers: device.headers,
        ...(payload && { payload }),
      })
    const cart = { currency: 'USD', total: 10, lines: [] }
    await enter(bob)
    await sale('PUT', '', { cart })
    expect((await sale('PUT', '/tip', { tip: 3 })).json().sale).toMatchObject({ tip: 3 })
    await enter(ada, ['sell'])
    expect((await sale('GET', '')).json().sale).toBeNull()
    expect((await sale('PUT', '/tip', { tip: 9 })).statusCode).toBe(404)
    expect((await sale('PUT', '', { cart })).json().sale).toMatchObject({ tip: null })
    await enter(bob, ['sell', 'see_all_sales'])
    expect((await sale('GET', '')).json().sale).toMatchObject(cart)
  })

  test('error: a line on the display must be plain text', async () => {
    const lines = [{ label: 'Tea\u202e', qty: 1, amount: 4 }]
    const response = await app.inject({
      method: 'PUT',
      url: '/api/devices/sale',
      headers: device.headers,
      payload: { cart: { currency: 'USD', total: 4, lines } },
    })
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
  })

  test('behavior: an idempotency key is of one device and cashier', async () => {
    const second = await aDevice(app, seller.owner, { registerId })
    await second.unlock(bob)
    const key = { 'idempotency-key': 'sale-1' }
    const post = (headers: Record<string, string>, payload: object = { amountUsd: 5 }) =>
      app.inject({
        method: 'POST',
        url: '/api/receipts/terminal',
        headers: { ...headers, ...key },
        payload,
      })
    const idOf = (response: Response) => response.json().receipt.receiptId
    const first = await post(device.headers)
    expect(idOf(await post(device.headers))).toBe(idOf(first))
    const atSecond = await post(second.headers)
    expect(atSecond.headers['idempotent-replayed']).toBeUndefined()
    expect(idOf(atSecond)).not.toBe(idOf(first))
    await enter(bob)
    expect(idOf(await post(device.headers))).not.toBe(idOf(first))
    const asMember = (role: Role) => post(memberOf(role).headers, { amountUsd: 5, ...atSeller() })
    const byCashier = await asMember('cashier')
    expect(idOf(byCashier)).not.toBe(idOf(first))
    const byAdmin = await asMember('admin')
    expect(byAdmin.headers['idempotent-replayed']).toBeUndefined()
    expect((await post(seller.owner.headers, { amountUsd: 5, ...atSeller() })).json()).toEqual(
      byAdmin.json(),
    )
  })
})

function memberOf(role: Role): SignedIn {
  return role === 'owner' ? seller.owner : (members.get(role) as SignedIn)
}

const atSeller = () => ({ wallet: seller.wallet })

const asRole = (role: Role, url: string, payload: object) =>
  app.inject({
    method: 'POST',
    url,
    headers: memberOf(role).headers,
    payload: { ...payload, ...atSeller() },
  })

describe('a member', () => {
  const managers: readonly Role[] = ['owner', 'admin']
  const statuses = [
    { status: 'paid', right: 'payments:record', prepare: sell },
    { status: 'failed', right: 'payments:record', prepare: sell },
    {
      status: 'reconciled',
      right: 'payments:record',
      prepare: async () => pay(await sell()),
    },
    {
      status: 'refund_requested',
      right: 'refunds:write',
      prepare: async () => pay(await sell()),
    },
    {
      status: 'paid',
      right: 'refunds:write',
      prepare: async () => requestRefund(await pay(await sell())),
    },
    { status: 'refunded', right: 'refunds:write', prepare: async () => pay(await sell()) },
  ]

  test.each(
    statuses.flatMap((row) => roles.map((role) => [row.status, row.right, role, row] as const)),
  )('behavior: %s needs %s (%s)', async (status, right, role, { prepare }) => {
    const receiptId = await prepare()
    if (role === 'cashier') {
      const { wallet } = memberOf(role)
      await app.ctx.db.query('update receipts set sold_by = $2 where id = $1', [receiptId, wallet])
    }
    const response = await asRole(role, '/api/receipts/status', { receiptId, status })
    if (managers.includes(role)) {
      expect(response.statusCode).toBe(200)
      return
    }
    // Only cashiers pass the guard, which needs receipts:write.
    const requiredRight = role === 'cashier' ? right : 'receipts:write'
    const expected = { error: 'forbidden', requiredRight }
    expect(response.json()).toMatchObject(expected)
  })

  test.each(roles)(
    'behavior: a refund plan has split shares with split:read (%s)',
    async (role) => {
      const receiptId = await pay(await sell())
      const response = await asRole(role, '/api/receipts/refund/plan', { receiptId, usd: 1 })
      const isPlanned = ['owner', 'admin', 'support'].includes(role)
      expect(response.statusCode).toBe(isPlanned ? 200 : 403)
      if (!isPlanned) return
      expect('shares' in response.json().plan).toBe(managers.includes(role))
    },
  )

  test('behavior: the id and bill of a receipt do not give it to another cashier', async () => {
    const create = (role: Role, more: object = {}) =>
      asRole(role, '/api/receipts', {
        id: 'table-1',
        lineItems: [{ label: 'Tea', priceUsd: 4 }],
        totalUsd: 4,
        ...more,
      })
    expect((await create('owner')).statusCode).toBe(201)
    expect((await create('cashier')).json()).toMatchObject({ error: 'forbidden' })
    expect((await create('cashier', { totalUsd: 3 })).statusCode).not.toBe(201)
    const failed = { receiptId: 'table-1', status: 'failed' }
    expect((await asRole('owner', '/api/receipts/status', failed)).statusCode).toBe(200)
    expect((await create('cashier')).statusCode).toBe(403)
    expect((await create('admin')).statusCode).toBe(201)
    const { rows } = await app.ctx.db.query('select sold_by from receipts where id = $1', [
      'table-1',
    ])
    expect(rows).toEqual([{ sold_by: seller.wallet }])
    const own = { id: 'table-2' }
    expect((await create('cashier', own)).statusCode).toBe(201)
    expect((await create('cashier', own)).statusCode).toBe(201)
  })
})
