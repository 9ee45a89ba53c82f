import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'
import { followReceipts } from './follow-receipts.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const signal = new AbortController().signal
const follow = () => followReceipts.run(app.ctx, signal)

const ada = {
  billingFirstName: 'Ada',
  billingLastName: 'Byron',
  billingEmail: 'Ada.Lovelace@Example.com',
}

async function aSale(seller: Seller, id: string, fields: object = {}): Promise<void> {
  app.ctx.clock.advance(1_000)
  const lineItems = [{ label: 'Green tea', priceUsd: 10 }]
  const response = await seller.post('/api/receipts', { id, lineItems, totalUsd: 10, ...fields })
  expect(response.statusCode, response.body).toBe(201)
}

const pay = async (seller: Seller, receiptId: string) => {
  const response = await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(response.statusCode, response.body).toBe(200)
}

const setWallet = (seller: Seller, id: string, wallet: string) =>
  app.ctx.db.query('update receipts set buyer_wallet = $3 where merchant = $1 and id = $2', [
    seller.wallet,
    id,
    wallet,
  ])

async function read(seller: Seller, path: string) {
  const { headers } = seller.owner
  const response = await app.inject({ url: path, headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const list = async (seller: Seller, query = '') => {
  await follow()
  return read(seller, `/api/customers?${query}`)
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const namesOf = ({ customers }: { customers: { name: string | null }[] }) =>
  customers.map(({ name }) => name)

const put = (seller: Seller, id: string, payload: object, headers: object = {}) =>
  app.inject({
    method: 'PUT',
    url: `/api/customers/${id}`,
    headers: { ...seller.owner.headers, ...headers },
    payload,
  })

describe('GET /api/customers', () => {
  test('default: joins the receipts of an e-mail address or wallet', async () => {
    const seller = await aSeller(app)
    const wallet = aWallet()
    await aSale(seller, 'a', ada)
    const firstSeenAt = app.ctx.now()
    await aSale(seller, 'b', { onrampEmail: 'ada.lovelace@example.com' })
    const lastSeenAt = app.ctx.now()
    await aSale(seller, 'c')
    await aSale(seller, 'anonymous')
    await pay(seller, 'a')
    const refund = { receiptId: 'a', buyer: wallet, usd: 2.5 }
    expect((await seller.act('/api/receipts/refund', refund)).statusCode).toBe(200)
    await setWallet(seller, 'c', wallet)

    const listed = await list(seller)
    expect(listed).toMatchObject({ ok: true, nextCursor: null, total: 2 })
    expect(listed.customers).toMatchObject([
      { wallet: checksumAddress(wallet), email: null, name: null, receiptCount: 1, spentUsd: 0 },
      {
        email: 'ada.lovelace@example.com',
        name: 'Ada Byron',
        receiptCount: 2,
        spentUsd: 10,
        refundedUsd: 2.5,
        firstSeenAt,
        lastSeenAt,
        consent: null,
        note: null,
        revision: 0,
      },
    ])
    const [ofWallet, ofEmail] = listed.customers
    const receiptsOf = async (id: string, more = '') =>
      (await read(seller, `/api/receipts?customer=${id}${more}`)).receipts.map(
        ({ receiptId }: { receiptId: string }) => receiptId,
      )
    expect(await receiptsOf(ofEmail.id)).toEqual(['b', 'a'])
    expect(await receiptsOf(ofEmail.id, '&status=paid')).toEqual(['a'])
    expect(await receiptsOf(ofWallet.id)).toEqual(['c'])
    expect(await receiptsOf('cus_unknown')).toEqual([])

    // A payment by another wallet does not make another customer of an e-mail address.
    await setWallet(seller, 'b', wallet)
    const { customers } = await list(seller, 'q=ada.lo')
    expect(customers).toMatchObject([{ id: ofEmail.id, wallet: checksumAddress(wallet) }])
  })

  test('behavior: half of an e-mail address finds customers and receipts', async () => {
    const seller = await aSeller(app)
    await aSale(seller, 'hers', ada)
    await aSale(seller, 'his', { billingEmail: 'babbage@example.com', billingFirstName: 'Charles' })
    await follow()
    for (const q of ['ada.lo', 'lovelace@', 'LOVELACE', 'byron', 'ada by']) {
      const query = `q=${encodeURIComponent(q)}`
      expect(namesOf(await list(seller, query)), q).toEqual(['Ada Byron'])
      const { receipts } = await read(seller, `/api/receipts?${query}`)
      expect(receipts, q).toMatchObject([{ receiptId: 'hers' }])
    }
    expect(namesOf(await list(seller, 'q=example.com&sort=name'))).toEqual(['Ada Byron', 'Charles'])
    for (const q of ['velace', 'com', 'green', '%']) {
      expect((await list(seller, `q=${encodeURIComponent(q)}`)).customers, q).toEqual([])
    }
    const other = await aSeller(app)
    expect((await list(other, 'q=ada.lo')).customers).toEqual([])
    expect((await read(other, '/api/receipts?q=ada.lo')).receipts).toEqual([])
  })

  test('behavior: every order has pages without gaps', async () => {
    const seller = await aSeller(app)
    for (let index = 0; index < 9; index += 1) {
      const fields = { billingEmail: `${index % 2}${index}@x.test`, totalUsd: 1 + (index % 3) }
      const lineItems = [{ label: 'Tea', priceUsd: fields.totalUsd }]
      await aSale(seller, `r-${index}`, { ...fields, lineItems })
      await pay(seller, `r-${index}`)
    }
    for (const sort of ['lastSeenAt', 'spentUsd', 'receiptCount', 'name']) {
      for (const order of ['asc', 'desc']) {
        const query = `sort=${sort}&order=${order}`
        const whole = idsOf((await list(seller, query)).customers)
        const paged: string[] = []
        let cursor = ''
        do {
          const page = await list(seller, `${query}&limit=4&cursor=${cursor}`)
          paged.push(...idsOf(page.customers))
          cursor = page.nextCursor
        } while (cursor)
        expect(paged, query).toEqual(whole)
        expect(new Set(whole).size).toBe(9)
      }
    }
    const spent = (await list(seller, 'sort=spentUsd')).customers
    expect(spent.map(({ spentUsd }: { spentUsd: number }) => spentUsd)).toEqual([
      3, 3, 3, 2, 2, 2, 1, 1, 1,
    ])
  })

  test('behavior: a changed buyer leaves no customer behind', async () => {
    const seller = await aSeller(app)
    const wallet = aWallet()
    await aSale(seller, 'a')
    await setWallet(seller, 'a', wallet)
    expect((await list(seller)).total).toBe(1)
    await setWallet(seller, 'a', aWallet())
    const { customers } = await list(seller)
    expect(customers).toHaveLength(1)
    expect(customers[0].wallet).not.toBe(checksumAddress(wallet))
  })

  test.each(['sort=email', 'order=up', 'cursor=x', 'cursor=WzEsMl0', `q=${'a'.repeat(201)}`])(
    'error: 400 for %s',
    async (query) => {
      const seller = await aSeller(app)
      const { headers } = seller.owner
      const response = await app.inject({ url: `/api/customers?${query}`, headers })
      expect(response.statusCode, response.body).toBe(400)
    },
  )

  test('error: keys, cashiers and other merchants see none', async () => {
    const seller = await aSeller(app)
    await aSale(seller, 'a', ada)
    const { customers } = await list(seller)
    const cashier = await aMember(app, { merchant: seller.wallet, role: 'cashier' })
    const path = `/api/customers/${customers[0].id}`
    for (const headers of [seller.headers, cashier.headers]) {
      for (const url of ['/api/customers', '/api/customers/export', path]) {
        const asked = { url: `${url}?wallet=${seller.wallet}`, headers }
        expect((await app.inject(asked)).statusCode, url).toBe(403)
      }
    }
    const { headers } = (await aSeller(app)).owner
    expect((await app.inject({ url: path, headers })).statusCode).toBe(404)
  })
})

describe('PUT /api/customers/:id', () => {
  test('default: keeps a note and the consent, with revisions', async () => {
    const seller = await aSeller(app)
    await aSale(seller, 'a', ada)
    const [{ id }] = (await list(seller)).customers
    const first = await put(seller, id, { note: 'Prefers oolong', expectedRevision: 0 })
    expect(first.json()).toMatchObject({ customer: { note: 'Prefers oolong', revision: 1 } })
    expect(first.headers.etag).toBe('"1"')
    const stale = await put(seller, id, { note: 'Other', expectedRevision: 0 })
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { error: 'conflict', current: { note: 'Prefers oolong', revision: 1 } },
    ])
    const agreed = (await put(seller, id, { consent: true })).json().customer
    expect(agreed).toMatchObject({
      note: 'Prefers oolong',
      consent: true,
      consentAt: app.ctx.now(),
      revision: 2,
    })
    await aSale(seller, 'b', ada)
    await follow()
    const { customer } = await read(seller, `/api/customers/${id}`)
    expect(customer).toMatchObject({ note: 'Prefers oolong', consent: true, receiptCount: 2 })
    const { rows } = await app.ctx.db.query(
      `select to_jsonb(e)::text as row from audit_entries e
       where merchant = $1 and action = 'customer.updated'`,
      [seller.wallet],
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/oolong|example/)
  })

  test('error: 400 for other values, 403 for viewers, 404 for unknown customers', async () => {
    const seller = await aSeller(app)
    await aSale(seller, 'a', ada)
    const [{ id }] = (await list(seller)).customers
    for (const body of [{ note: 7 }, { note: 'a'.repeat(2_001) }, { consent: 'yes' }]) {
      expect((await put(seller, id, body)).statusCode).toBe(400)
    }
    const viewer = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    const ofSeller = `${id}?wallet=${seller.wallet}`
    expect((await put(seller, ofSeller, { note: 'x' }, viewer.headers)).statusCode).toBe(403)
    expect((await put(seller, 'cus_none', { note: 'x' })).statusCode).toBe(404)
  })
})

describe('GET /api/customers/export', () => {
  test('default: a CSV file of the list', async () => {
    const seller = await aSeller(app)
    await aSale(seller, 'a', { ...ada, billingFirstName: '=Ada' })
    await aSale(seller, 'b', { billingEmail: 'eve@other.test' })
    await follow()
    const url = '/api/customers/export?q=lovelace'
    const response = await app.inject({ url, headers: seller.owner.headers })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, row, end] = response.body.split('\r\n')
    expect(head).toContain('customerId,email,wallet,name,receipts,spentUsd')
    expect(row).toMatch(/^cus_\w+,ada\.lovelace@example\.com,,'=Ada Byron,1,0,0,/)
    expect(end).toBe('')
  })
})

describe('personal data', () => {
  test('default: an export has the customer, and an erasure removes name, address and note', async () => {
    const seller = await aSeller(app)
    const wallet = aWallet()
    await aSale(seller, 'a', ada)
    await aSale(seller, 'b', { billingEmail: 'eve@other.test' })
    await setWallet(seller, 'a', wallet)
    const { customers } = await list(seller, 'q=ada')
    await put(seller, customers[0].id, { note: 'Prefers oolong', consent: true })
    const email = 'ada.lovelace@example.com'
    const exported = (await seller.act('/api/privacy/export', { email })).json()
    expect(exported.data.customers).toMatchObject([{ email, note: 'Prefers oolong' }])

    expect((await seller.act('/api/privacy/erase', { email })).statusCode).toBe(200)
    const { rows } = await app.ctx.db.query(
      `select to_jsonb(c)::text as row from customers c where merchant = $1
       union all select to_jsonb(w)::text from customer_words w where merchant = $1
       union all select to_jsonb(q)::text from customer_changes q where merchant = $1`,
      [seller.wallet],
    )
    expect(JSON.stringify(rows)).not.toMatch(/ada|byron|lovelace|oolong/i)
    const left = await list(seller, 'sort=name')
    expect(left.customers).toMatchObject([
      { email: null, wallet: checksumAddress(wallet), receiptCount: 1, note: null },
      { email: 'eve@other.test' },
    ])
    await put(seller, left.customers[0].id, { note: 'Came back' })
    await seller.act('/api/privacy/erase', { buyerWallet: wallet })
    expect((await list(seller, 'sort=name')).customers[0].note).toBeNull()
  })
})
