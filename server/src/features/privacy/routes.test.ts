import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { signBody } from '../../platform/outbound/sign-body.js'
import { publishEvents } from '../events/publish-events.js'
import { planDeliveries } from '../webhooks/publish/plan-deliveries.js'

const email = 'Ada@Example.com'
const texts = ['Lovelace', '1 Ada Street', 'example.com', 'birthday', 'Ring twice', 'Wrong size']

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const details = {
  billingFirstName: 'Ada',
  billingLastName: 'Lovelace',
  billingEmail: email,
  billingAddressLine1: '1 Ada Street',
  onrampEmail: email,
  metadata: { occasion: 'birthday' },
  returnUrl: 'https://shop.test/thanks?mail=ada%40example.com',
  redirect_url: 'https://shop.test/back?mail=ada@example.com',
}

/** Sells something to Ada: paid, refunded in part, with a note, a webhook and published events. */
async function aSale(seller: Seller, id: string, fields: object = {}): Promise<Address> {
  const buyer = aWallet()
  const lineItems = [{ label: 'Green tea', priceUsd: 10 }]
  const body = { id, lineItems, totalUsd: 10, webhook_url: 'https://shop.test/own', ...details }
  const idempotency = { 'idempotency-key': `make-${id}` }
  const response = await seller.post('/api/receipts', { ...body, ...fields }, idempotency)
  expect(response.statusCode, response.body).toBe(201)
  await seller.act('/api/receipts/status', { receiptId: id, status: 'paid', note: 'Ring twice' })
  const refund = { receiptId: id, buyer, usd: 2.5, reason: 'Wrong size' }
  const refunded = await seller.act('/api/receipts/refund', refund)
  expect(refunded.statusCode, refunded.body).toBe(200)
  return buyer
}

const aBody = (id: string) => ({
  id,
  lineItems: [{ label: 'Green tea', priceUsd: 10 }],
  totalUsd: 10,
})

const idsOf = (rows: { receiptId: string }[]) => rows.map(({ receiptId }) => receiptId).sort()

/** Stores payments with announcements, and for each payer one directly to the split. */
async function insertPayments(
  merchant: Address,
  paid: readonly { receiptId: string; payer: Address }[],
): Promise<void> {
  const { db } = app.ctx
  for (const [index, { receiptId, payer }] of paid.entries()) {
    const hash = `0x${randomBytes(32).toString('hex')}`
    await db.query(
      `insert into payments (chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
         payout_address, block_number, block_hash, paid_at, state, created_at)
       values (84532, $1, 0, $2, $3, 'deposit', $2, 1, $4, $2, 1, $1, $5, 'confirmed', 1)`,
      [hash, merchant, receiptId, payer, index],
    )
    await db.query(
      `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state, payer)
       values ($1, $2, $3, 1, 'paying', $4)`,
      [merchant, receiptId, hash, payer],
    )
  }
  for (const payer of new Set(paid.map((payment) => payment.payer))) {
    await db.query(
      `insert into direct_payments (chain_id, tx_hash, log_index, merchant, split, token, units, payer,
         block_number, block_hash, paid_at, state, created_at)
       values (84532, $1, 0, $2, $2, $2, 1, $3, 1, $1, 1, 'confirmed', 1)`,
      [`0x${randomBytes(32).toString('hex')}`, merchant, payer],
    )
  }
}

async function aShop() {
  const seller = await aSeller(app)
  const endpoint = { url: 'https://shop.test/hook' }
  const created = await seller.post('/api/webhooks', endpoint)
  const { secret } = created.json().webhook
  return { seller, secret: secret as string }
}

const publish = () => publishEvents(app.ctx, planDeliveries)

/** Returns everything that is stored about a merchant, except the audit log. */
async function storedAbout(merchant: Address): Promise<string> {
  const tables = ['receipts', 'timeline_entries', 'refunds', 'recorded_events', 'events']
  const problems: string[] = []
  for (const table of [...tables, 'webhook_deliveries', 'portal_sessions', 'request_log']) {
    const { rows } = await app.ctx.db.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where merchant = $1`,
      [merchant],
    )
    problems.push(...rows.map(({ row }) => row))
  }
  const { rows } = await app.ctx.db.query<{ body: string | null }>(
    'select body from idempotency_keys where owner = $1',
    [merchant],
  )
  return [...problems, ...rows.map(({ body }) => body ?? '')].join('\n')
}

const auditOf = async (merchant: Address) =>
  (
    await app.ctx.db.query<{ action: string; row: string }>(
      'select action, to_jsonb(e)::text as row from audit_entries e where merchant = $1 order by seq',
      [merchant],
    )
  ).rows

describe('POST /api/privacy/export', () => {
  test('default: returns everything about a buyer, by e-mail address or wallet', async () => {
    const { seller } = await aShop()
    const buyer = await aSale(seller, 'a')
    await aSale(seller, 'b', { billingEmail: 'eve@other.test', onrampEmail: 'eve@other.test' })
    await publish()
    for (const named of [{ email: ' ada@EXAMPLE.com ' }, { buyerWallet: buyer }]) {
      const response = await seller.act('/api/privacy/export', named)
      expect(response.statusCode, response.body).toBe(200)
      const { data, nextCursor } = response.json()
      expect(nextCursor).toBeNull()
      expect(data.receipts).toMatchObject([
        {
          receiptId: 'a',
          billingAddress: { lastName: 'Lovelace' },
          metadata: { occasion: 'birthday' },
          refunds: [{ reason: 'Wrong size' }],
        },
      ])
      expect(JSON.stringify(data.receipts)).toContain('Ring twice')
      expect(data.events).toContainEqual(
        expect.objectContaining({ receiptId: 'a', metadata: { occasion: 'birthday' } }),
      )
      expect(data.deliveries.length).toBeGreaterThan(0)
      expect(JSON.stringify(data)).not.toContain('eve@')
    }
    const exports = (await auditOf(seller.wallet)).filter(
      ({ action }) => action === 'buyer.exported',
    )
    expect(exports).toHaveLength(2)
    for (const { row } of exports) expect(row).not.toMatch(/@|example|lovelace/i)
  })

  test('behavior: has pages', async () => {
    const seller = await aSeller(app)
    const lineItems = [{ label: 'Tea', priceUsd: 1 }]
    for (let index = 0; index < 51; index += 1) {
      await seller.post('/api/receipts', {
        id: `r-${index}`,
        lineItems,
        totalUsd: 1,
        billingEmail: email,
      })
    }
    const first = (await seller.act('/api/privacy/export', { email })).json()
    expect([first.data.receipts.length, first.nextCursor !== null]).toEqual([50, true])
    expect(first.nextCursor).toMatch(/^after\./)
    const rest = { email, cursor: first.nextCursor }
    const second = (await seller.act('/api/privacy/export', rest)).json()
    expect([second.data.receipts.length, second.nextCursor]).toEqual([1, null])
    const erased = (await seller.act('/api/privacy/erase', { email })).json()
    expect(erased).toMatchObject({ receipts: 51, erased: 51, nextCursor: null })
  })

  test('behavior: finds everyone who paid a part, and shows each only their own wallet', async () => {
    const { seller } = await aShop()
    const [ada, bob] = [aWallet(), aWallet()]
    await seller.post('/api/receipts', { ...aBody('two'), ...details })
    await seller.post('/api/receipts', { ...aBody('part'), metadata: { name: 'Bea' } })
    await insertPayments(seller.wallet, [
      { receiptId: 'two', payer: ada },
      { receiptId: 'two', payer: bob },
      { receiptId: 'part', payer: bob },
    ])
    await app.ctx.db.query(
      `update receipts set buyer_wallet = $2 where merchant = $1 and id = 'two'`,
      [seller.wallet, ada],
    )
    const exported = async (named: object) =>
      (await seller.act('/api/privacy/export', named)).json().data
    const ofBob = await exported({ buyerWallet: bob })
    expect(idsOf(ofBob.receipts)).toEqual(['part', 'two'])
    expect(idsOf(ofBob.payments)).toEqual(['part', 'two'])
    expect(ofBob.announcedTransactions).toHaveLength(2)
    expect(ofBob.directPayments).toMatchObject([{ payer: checksumAddress(bob) }])
    expect(JSON.stringify(ofBob).toLowerCase()).not.toContain(ada)
    expect(JSON.stringify(ofBob)).not.toContain('Lovelace')
    for (const named of [{ buyerWallet: ada }, { email }, { receiptId: 'two' }]) {
      const ofAda = await exported(named)
      expect(idsOf(ofAda.receipts)).toEqual(['two'])
      expect(ofAda.payments).toMatchObject([{ payer: checksumAddress(ada) }])
      expect(JSON.stringify(ofAda).toLowerCase()).not.toContain(bob)
      expect(JSON.stringify(ofAda)).toContain('Lovelace')
    }

    await seller.act('/api/privacy/erase', { buyerWallet: bob })
    expect((await seller.get('/api/receipts/part')).json().metadata).toBeNull()
  })

  test('behavior: a receipt names data that no wallet or e-mail address finds', async () => {
    const { seller } = await aShop()
    await seller.post('/api/receipts', { ...aBody('lost'), metadata: { name: 'Bea' } })
    const named = { receiptId: 'lost' }
    const { data } = (await seller.act('/api/privacy/export', named)).json()
    expect(data.receipts).toMatchObject([{ receiptId: 'lost', metadata: { name: 'Bea' } }])
    const erased = (await seller.act('/api/privacy/erase', named)).json()
    expect(erased).toMatchObject({ receipts: 1, nextCursor: null })
    expect(await storedAbout(seller.wallet)).not.toContain('Bea')
  })

  test.each([
    {},
    { email: 'ada' },
    { email: '' },
    { receiptId: '' },
    { buyerWallet: '0x12' },
    { name: 'Ada' },
    { email: 'ada@example.com', cursor: 'r-49' },
    { email: 'ada@example.com', cursor: 'after.' },
  ])('error: %j', async (body) => {
    const seller = await aSeller(app)
    for (const verb of ['export', 'erase']) {
      expect((await seller.act(`/api/privacy/${verb}`, body)).statusCode).toBe(400)
    }
  })

  test('error: only the owner may call it', async () => {
    const seller = await aSeller(app)
    const admin = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    for (const verb of ['export', 'erase']) {
      const url = `/api/privacy/${verb}?wallet=${seller.wallet}`
      for (const headers of [seller.headers, admin.headers, { cookie: seller.owner.cookie }]) {
        const response = await app.inject({ method: 'POST', url, headers, payload: { email } })
        expect(response.statusCode).toBe(403)
      }
    }
  })
})

describe('POST /api/privacy/erase', () => {
  test('default: erases the person and keeps the books', async () => {
    const { seller, secret } = await aShop()
    await aSale(seller, 'a', { transactionId: 'ada@example.com' })
    await publish()
    await aSale(seller, 'b', { transactionId: 'order-7' })
    const before = await storedAbout(seller.wallet)
    for (const text of texts) expect(before.toLowerCase()).toContain(text.toLowerCase())
    const read = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json()
    const sold = await read('b')

    const response = await seller.act('/api/privacy/erase', { email })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({ ok: true, receipts: 2, nextCursor: null })
    expect(response.json().erased).toBeGreaterThan(6)
    const after = await storedAbout(seller.wallet)
    for (const text of texts) expect(after.toLowerCase()).not.toContain(text.toLowerCase())
    const kept = await read('b')
    expect(kept).toMatchObject({
      totalUsd: 10,
      lineItems: sold.lineItems,
      refundedUsd: 2.5,
      transactionId: 'order-7',
      billingAddress: null,
      metadata: null,
    })
    expect(kept.timeline.length).toBe(sold.timeline.length)
    expect((await read('a')).transactionId).toBeNull()

    await publish()
    const { deliveries } = (await seller.get('/api/webhooks/deliveries')).json()
    expect(deliveries.length).toBeGreaterThan(3)
    for (const { deliveryId } of deliveries) {
      const { delivery } = (await seller.get(`/api/webhooks/deliveries/${deliveryId}`)).json()
      const { body, headers } = delivery.request
      expect(JSON.parse(body).metadata).toBeNull()
      const key = delivery.webhookId ? secret : (seller.headers['x-api-key'] ?? '')
      const event = { id: delivery.eventId, body, signedAt: app.ctx.now() }
      const { signature, standardSignature } = signBody(event, [key])
      expect(headers['X-Service-Signature']).toBe(signature)
      expect(headers['webhook-signature']).toBe(standardSignature)
    }
    const replay = await seller.post('/api/receipts', {}, { 'idempotency-key': 'make-a' })
    expect(replay.body.toLowerCase()).not.toContain('ada@')
  })

  test('behavior: changes nothing the second time, and later events have no data', async () => {
    const { seller } = await aShop()
    const buyer = await aSale(seller, 'a')
    expect((await seller.act('/api/privacy/erase', { buyerWallet: buyer })).json().erased).not.toBe(
      0,
    )
    const again = (await seller.act('/api/privacy/erase', { buyerWallet: buyer })).json()
    expect(again).toEqual({ ok: true, receipts: 1, erased: 0, nextCursor: null })
    const audit = await auditOf(seller.wallet)
    const erasures = audit.filter(({ action }) => action === 'buyer.erased')
    expect(erasures).toHaveLength(1)
    expect(erasures[0]?.row).not.toMatch(/@|example|lovelace/i)
    expect(erasures[0]?.row).not.toContain(buyer)

    const rest = { receiptId: 'a', buyer, usd: 7.5 }
    expect((await seller.act('/api/receipts/refund', rest)).statusCode).toBe(200)
    await publish()
    for (const text of ['Lovelace', 'birthday', 'Ring twice']) {
      expect(await storedAbout(seller.wallet)).not.toContain(text)
    }
  })

  test('behavior: leaves other buyers and other merchants alone', async () => {
    const [first, second] = [await aShop(), await aShop()]
    await aSale(first.seller, 'a')
    await aSale(first.seller, 'b', { billingEmail: 'eve@x.test', onrampEmail: 'eve@x.test' })
    await aSale(second.seller, 'a')
    await first.seller.act('/api/privacy/erase', { email })
    expect((await first.seller.get('/api/receipts/b')).json().billingAddress).not.toBeNull()
    expect((await second.seller.get('/api/receipts/a')).json().billingAddress).not.toBeNull()
    expect(await storedAbout(second.seller.wallet)).toContain('birthday')
  })
})
