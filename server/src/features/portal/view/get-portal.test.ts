import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aHash, type Buyer, setCursor } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { createPortalTokens } from '../../../auth/portal-tokens.js'
import { checksumAddress } from '../../../lib/hex.js'
import { DAY_MS, MINUTE_MS } from '../../../lib/time.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'

const chainId = 84_532
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { CONFIRMATIONS: '3' } })
})
afterAll(() => app.close())

async function depositFor({ merchant, receiptId: id }: Buyer) {
  return depositOf({ chainId }, await getReceipt(app.ctx, { merchant, id }))
}

describe('GET /api/portal/:id', () => {
  test('behavior: a suspended merchant takes no payments, and keeps what was sent', async () => {
    const buyer = await aBuyer(app)
    const suspend = (at: number | null) =>
      app.ctx.db.query('update merchants set suspended_at = $2 where wallet = $1', [
        buyer.merchant,
        at,
      ])
    await suspend(1)
    const closed = await buyer.view()
    expect(closed.payment).toMatchObject({ isClosed: true, options: [], gasless: null, dueUsd: 12 })
    expect(closed.card).toBeNull()
    await suspend(null)
    const open = await buyer.view()
    expect(open.payment).not.toHaveProperty('isClosed')
    expect(open.payment.options).not.toEqual([])
  })

  test('default', async () => {
    const config = { name: 'Shop', theme: { brandName: 'Tea & Co', primaryColor: '#123456' } }
    const body = { returnUrl: 'https://shop.test/thanks' }
    const buyer = await aBuyer(app, { config, body })
    const { address } = await depositFor(buyer)
    const depositAddress = checksumAddress(address)
    const exact = { decimals: 6, amountUnits: '12000000', amount: '12', expiresAt: null }
    const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
    const usdt = '0x00000000000000000000000000000000075D7007'

    const { theme, ...shown } = await buyer.view()
    expect(theme).toMatchObject({ brandName: 'Tea & Co', primaryColor: '#123456' })
    expect(shown).toEqual({
      receiptId: 'r-1',
      status: 'pending',
      paymentStatus: 'pending',
      brandName: 'Tea & Co',
      contact: {},
      currency: 'USD',
      total: null,
      totalUsd: 12,
      lineItems: [{ label: 'Tea', priceUsd: 12 }],
      createdAt: app.ctx.now(),
      paidAt: null,
      expiresAt: null,
      returnUrl: 'https://shop.test',
      onSuccess: null,
      merchantWallet: checksumAddress(buyer.merchant),
      platformFeePct: 0.5,
      transactionHash: null,
      confirmations: { have: 0, need: 3 },
      pricing: null,
      failure: null,
      refundedUsd: 0,
      refunded: 0,
      refunds: [],
      subscription: null,
      card: { provider: 'sandbox', status: 'available', session: null },
      portalToken: createPortalTokens(app.ctx.config).write({ ...buyer, isLimited: false }),
      payment: {
        depositAddress,
        chainId,
        network: expect.objectContaining({ name: 'Base Sepolia', coin: 'ETH' }),
        sent: null,
        gasless: null,
        isOver: false,
        soldOut: [],
        dueUsd: 12,
        paidUsd: 0,
        due: 12,
        paid: 0,
        received: [],
        options: [
          {
            symbol: 'USDC',
            token: usdc,
            ...exact,
            uri: `ethereum:${usdc}@84532/transfer?address=${depositAddress}&uint256=12000000`,
          },
          {
            symbol: 'USDT',
            token: usdt,
            ...exact,
            uri: `ethereum:${usdt}@84532/transfer?address=${depositAddress}&uint256=12000000`,
          },
          {
            symbol: 'ETH',
            token: null,
            decimals: 18,
            amountUnits: '4000000000000000',
            amount: '0.004',
            uri: `ethereum:${depositAddress}@84532?value=4000000000000000`,
            expiresAt: app.ctx.now() + 15 * MINUTE_MS,
          },
        ],
      },
    })
  })

  test('behavior: returns only the parts of the contact that the shop has set', async () => {
    const contact = { email: 'help@tea.test', termsUrl: 'https://tea.test/terms' }
    const buyer = await aBuyer(app, { config: { contact: { ...contact, phone: '' } } })
    expect((await buyer.view()).contact).toEqual(contact)
  })

  test('behavior: returns a receipt in euros', async () => {
    const body = { currency: 'EUR', lineItems: [{ label: 'Tea', amount: 10 }], total: 10 }
    const buyer = await aBuyer(app, { body: { ...body, totalUsd: undefined } })
    const shown = await buyer.view()
    expect(shown).toMatchObject({ currency: 'EUR', total: 10, totalUsd: 10.8 })
    expect(shown.pricing).toMatchObject({ usdPerUnit: 1.08, originalTotal: 10 })
    expect(shown.payment.options[2]).toMatchObject({ symbol: 'EURC', amount: '10' })
  })

  test('behavior: a part in EURC leaves as many decimals as it has', async () => {
    const lineItems = [{ label: 'Tea', amount: 10.03 }]
    const buyer = await aBuyer(app, {
      body: { currency: 'EUR', lineItems, total: 10.03, totalUsd: undefined },
    })
    await buyer.pay({ units: 3_330_000n, symbol: 'EURC' })
    const { payment } = await buyer.view()
    expect(payment).toMatchObject({ paid: 3.33, due: 6.7 })
    expect(payment.options[2]).toMatchObject({ symbol: 'EURC', amount: '6.7' })
  })

  test('behavior: returns paid and due amounts and confirmations', async () => {
    const buyer = await aBuyer(app)
    await buyer.pay({ units: 5_000_000n, block: 20 })
    await buyer.pay({ units: 9_000_000n, state: 'orphaned', block: 30 })
    await setCursor(app, 21)
    const part = await buyer.view()
    expect(part.payment).toMatchObject({ dueUsd: 7, paidUsd: 5 })
    expect(part.payment.options[0]).toMatchObject({ amount: '7' })
    expect(part.payment.options[2]).toMatchObject({ symbol: 'ETH', amount: '0.002333333333333334' })
    expect(part.confirmations).toEqual({ have: 2, need: 3 })

    await buyer.pay({ units: 7_000_000n, block: 22 })
    await setCursor(app, 22)
    const whole = await buyer.view()
    expect(whole.payment).toMatchObject({ dueUsd: 0, paidUsd: 12, options: [] })
    expect(whole.confirmations).toEqual({ have: 1, need: 3 })
    await setCursor(app, 99)
    expect((await buyer.view()).confirmations).toEqual({ have: 3, need: 3 })
  })

  test('behavior: returns an announced transaction that is not found yet', async () => {
    const buyer = await aBuyer(app)
    const [first, last] = [aHash(), aHash()]
    await buyer.post('tx', { txHash: first })
    expect((await buyer.view()).payment.sent).toEqual({
      txHash: first,
      at: app.ctx.now(),
      isOurs: false,
    })
    app.ctx.clock.advance(1_000)
    await buyer.post('tx', { txHash: last })
    expect((await buyer.view()).payment.sent).toMatchObject({ txHash: last })
    await app.ctx.db.query("update announced_transactions set state = 'lost'")
    expect((await buyer.view()).payment.sent).toBeNull()
  })

  test('behavior: returns no payment in flight for a paid receipt', async () => {
    const buyer = await aBuyer(app)
    await buyer.post('tx', { txHash: aHash() })
    await buyer.pay({ units: 11_999_999n })
    expect((await buyer.view()).payment.sent).not.toBeNull()
    await buyer.pay({ units: 1n })
    expect((await buyer.view()).payment).toMatchObject({ dueUsd: 0, sent: null })
  })

  test('behavior: offers no payment after a manual payment or a refund', async () => {
    const buyer = await aBuyer(app)
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect(await buyer.view()).toMatchObject({
      status: 'paid',
      paymentStatus: 'recipient_validated',
      payment: { dueUsd: 0, paidUsd: 0, options: [] },
    })
    const refund = { receiptId: 'r-1', buyer: buyer.merchant, usd: 12 }
    const refunded = await buyer.seller.act('/api/receipts/refund', refund)
    expect(refunded.statusCode, refunded.body).toBe(200)
    expect(await buyer.view()).toMatchObject({
      status: 'refunded',
      payment: { options: [] },
      refundedUsd: 12,
      refunds: [{ usd: 12, amount: 12, txHash: null, confirmed: false, createdAt: app.ctx.now() }],
    })
  })

  test('behavior: returns the failure for the buyer and payment options', async () => {
    const buyer = await aBuyer(app)
    const failed = { receiptId: 'r-1', status: 'failed', failureCode: 'PORTAL_PAY_EXPIRED_CARD' }
    await buyer.seller.act('/api/receipts/status', failed)
    const shown = await buyer.view()
    expect(shown.failure).toEqual({
      code: 'PORTAL_PAY_EXPIRED_CARD',
      category: 'card_decline',
      reason: 'The card has expired.',
      action: 'This card has expired. Use another card.',
    })
    expect(shown.payment.options).toHaveLength(3)
  })

  test('behavior: shows the tax id of the shop, even on a limited page', async () => {
    const buyer = await aBuyer(app, { config: { tax: { taxId: 'DE123456789' } } })
    const limited = `/api/portal/r-1?recipient=${buyer.merchant}`
    for (const link of [buyer.link, limited]) {
      expect((await app.inject(link)).json().taxId).toBe('DE123456789')
    }
    const { link } = await aBuyer(app)
    expect((await app.inject(link)).json()).not.toHaveProperty('taxId')
  })

  test('behavior: returns no private data of merchant or buyer', async () => {
    const secret = 'PRIVATE-VALUE'
    const visitedUrl = 'https://seen.test'
    const buyer = await aBuyer(app, {
      config: { name: 'Shop', description: secret, keywords: [secret] },
      body: {
        metadata: { note: secret },
        transactionId: secret,
        onSuccess: secret,
        billingFirstName: secret,
        billingLastName: secret,
        customerPhone: secret,
        billingEmail: `${secret}@tally.test`,
        onrampEmail: `${secret}@tally.test`,
        billingAddressLine1: secret,
        billingAddressLine2: secret,
        billingAddressCity: secret,
        webhook_url: `https://hooks.test/${secret}`,
        redirect_url: `https://onramp.test/${secret}`,
        returnUrl: `${visitedUrl}/${secret}`,
      },
    })
    const note = { receiptId: 'r-1', status: 'failed', note: secret }
    await buyer.seller.act('/api/receipts/status', note)
    expect(JSON.stringify(await buyer.receipt())).toContain(secret)

    const { body } = await app.inject(buyer.link)
    expect(body).toContain(visitedUrl)
    expect(body.toUpperCase()).not.toContain(secret)
    expect(body).not.toContain(buyer.seller.keyId)
    expect(body).not.toContain(buyer.seller.owner.token)
  })

  test('behavior: extends the watch on the deposit address', async () => {
    const buyer = await aBuyer(app, { config: { payments: { acceptedTokens: ['USDC'] } } })
    const { address } = await depositFor(buyer)
    const watched = async () => {
      const { rows } = await app.ctx.db.query<{ watched_until: string }>(
        'select watched_until from deposits where address = $1',
        [address],
      )
      return rows[0] && Number(rows[0].watched_until)
    }
    const createdAt = app.ctx.now()
    app.ctx.clock.advance(60 * DAY_MS)
    await buyer.view()
    expect(await watched()).toBe(createdAt + 90 * DAY_MS)
    app.ctx.clock.advance(1)
    await buyer.view()
    expect(await watched()).toBe(app.ctx.now() + 90 * DAY_MS)
    await app.ctx.db.query('delete from deposits where address = $1', [address])
    await buyer.view()
    expect(await watched()).toBe(app.ctx.now() + 90 * DAY_MS)
  })

  test('behavior: is public, with a rate limit per IP address', async () => {
    const { link } = await aBuyer(app)
    const response = await app.inject({ url: link, remoteAddress: '203.0.113.50' })
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': '12000',
      'x-ratelimit-remaining': '11999',
      'cache-control': 'no-store',
    })
  })

  test('error: rejects an unknown, ambiguous or malformed request', async () => {
    await aBuyer(app, { id: 'twice' })
    await aBuyer(app, { id: 'twice' })
    const ask = async (url: string) => {
      const response = await app.inject(url)
      return [response.statusCode, response.json().error]
    }
    expect(await ask('/api/portal/nothing')).toEqual([404, 'not_found'])
    expect(await ask('/api/portal/twice')).toEqual([404, 'not_found'])
    expect(await ask('/api/portal/twice?recipient=me')).toEqual([400, 'invalid_input'])
    const swapped = '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(await ask(`/api/portal/twice?recipient=${swapped}`)).toEqual([400, 'invalid_input'])
    expect(await ask(`/api/portal/twice?recipient=${aWallet()}`)).toEqual([404, 'not_found'])
  })
})
