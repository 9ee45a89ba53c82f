import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failIdleCheckouts } from '../../../src/features/portal/checkout/fail-checkout.js'
import { HOUR_MS } from '../../../src/lib/time.js'
import { aBuyer, aHash, type Buyer } from '../../fixtures/buyer.js'
import { aWallet } from '../../fixtures/factories.js'
import { createTestApp, type TestApp } from '../../harness.js'
import { signIn } from '../../sign-in.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const id = 'INV-1042'
const secret = 'order-page-of-the-buyer'
const returnUrl = `https://shop.test/${secret}`
const rejected = 'PORTAL_CHAIN_USER_REJECTED'
const abandonedCode = 'PORTAL_SESSION_ABANDONED'
/** Everything that a payment link opens. */
const paths = [
  `/api/portal/${id}`,
  `/api/portal/${id}/events`,
  `/api/portal/${id}/qr.svg`,
  `/api/portal/${id}/receipt.pdf`,
  `/portal/${id}`,
  `/portal/${id}/success-frame`,
]

/** A third party who knows the id of a receipt and the merchant's wallet. */
async function aThirdParty(buyer: Buyer) {
  const link = `/api/portal/${id}?recipient=${buyer.merchant}`
  const view = async () => (await app.inject(link)).json()
  const { portalToken } = await view()
  return {
    link,
    view,
    portalToken,
    async post(verb: string, payload: object, headers: Record<string, string> = {}) {
      const response = await app.inject({
        method: 'POST',
        url: `/api/portal/${id}/${verb}`,
        headers: { 'x-portal-token': portalToken, ...headers },
        payload,
      })
      const { statusCode } = response
      return { code: [statusCode, response.json().error], cookie: response.headers['set-cookie'] }
    },
  }
}

const aTarget = () =>
  aBuyer(app, { id, body: { returnUrl, onSuccess: `open('${secret}')`, billingEmail: 'a@b.test' } })

describe('a receipt with a guessable id', () => {
  test('default: is not found without the link or the recipient', async () => {
    const { merchant } = await aTarget()
    const unknown = await app.inject('/api/portal/no-such-receipt')
    for (const query of ['', '?k=guess', `?recipient=${aWallet()}`]) {
      for (const path of paths) {
        const response = await app.inject(`${path}${query}`)
        expect([path, response.statusCode]).toEqual([path, 404])
        if (path === `/api/portal/${id}`) expect(response.body).toBe(unknown.body)
      }
    }
    expect((await app.inject(`/api/portal/${id}?recipient=${merchant}`)).statusCode).toBe(200)
  })

  test('behavior: the recipient shows only what is needed to pay', async () => {
    const buyer = await aTarget()
    await buyer.post('progress', { status: 'failed', failureCode: rejected })
    await buyer.post('progress', { status: 'failed', failureCode: abandonedCode })
    const thirdParty = await aThirdParty(buyer)
    const [whole, limited] = [await buyer.view(), await thirdParty.view()]
    expect(whole).toMatchObject({ returnUrl: 'https://shop.test', failure: { code: rejected } })
    const { portalToken, ...shown } = limited
    expect(shown).toEqual({
      ...whole,
      portalToken: undefined,
      returnUrl: null,
      onSuccess: null,
      failure: null,
    })
    expect(portalToken).not.toBe(whole.portalToken)
  })

  test('behavior: a paid receipt shows a third party no transaction, return URL, script or refund', {
    tags: 'slow',
  }, async () => {
    const buyer = await aTarget()
    const transactionHash = aHash()
    const paid = { receiptId: id, status: 'paid', transactionHash }
    await buyer.seller.act('/api/receipts/status', paid)
    const refund = { receiptId: id, buyer: aWallet(), usd: 5, reason: secret }
    await buyer.seller.act('/api/receipts/refund', refund)
    expect(await buyer.view()).toMatchObject({ returnUrl, onSuccess: { kind: 'script' } })
    const { view } = await aThirdParty(buyer)
    expect(await view()).toMatchObject({
      status: 'paid',
      returnUrl: null,
      onSuccess: null,
      transactionHash: null,
      refunds: [],
    })
    const query = `?recipient=${buyer.merchant}`
    const k = buyer.query.split('k=')[1] ?? ''
    for (const path of paths.filter((path) => !path.endsWith('/events'))) {
      const { body } = await app.inject(`${path}${query}`)
      expect([path, body.includes(secret), body.includes(k)]).toEqual([path, false, false])
    }
    const frame = `/portal/${id}/success-frame`
    expect((await app.inject(`${frame}${query}`)).statusCode).toBe(404)
    expect((await app.inject(`${frame}${buyer.query}`)).statusCode).toBe(200)
  })

  test('behavior: a link stays valid when other secrets are replaced', async () => {
    const { link } = await aTarget()
    const renewed = { JWT_SECRET: 'n'.repeat(64), MASTER_KEY: 'm'.repeat(64) }
    const response = await (await app.sibling(renewed)).inject(link)
    expect(response.json()).toMatchObject({ receiptId: id, returnUrl: 'https://shop.test' })
  })

  test('behavior: a third party can announce a payment', async () => {
    const buyer = await aTarget()
    const thirdParty = await aThirdParty(buyer)
    expect((await thirdParty.post('tx', { txHash: aHash() })).code).toEqual([200, undefined])
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    expect((await thirdParty.view()).payment.sent).not.toBeNull()
  })

  test('error: a third party can neither fail a receipt nor record failures', async () => {
    const buyer = await aTarget()
    const { post } = await aThirdParty(buyer)
    const started = await post('progress', { status: 'checkout_initialized' })
    expect(started).toEqual({ code: [200, undefined], cookie: undefined })
    expect((await buyer.receipt()).status).toBe('link_opened')
    const before = await buyer.receipt()
    for (const failureCode of [rejected, abandonedCode]) {
      for (const cookie of ['', 'cb_checkout=', 'cb_checkout=chk_00000000000000000000000000']) {
        const { code } = await post('progress', { status: 'failed', failureCode }, { cookie })
        expect(code).toEqual([403, 'forbidden'])
      }
    }
    const invented = { status: 'failed', failureCode: 'PORTAL_KYC_SANCTIONS_BLOCKED' }
    expect((await post('progress', invented)).code).toEqual([400, 'invalid_input'])
    expect(await buyer.receipt()).toEqual(before)
  })

  test('error: a third party cannot start a checkout that fails when it is idle', async () => {
    const buyer = await aTarget()
    const thirdParty = await aThirdParty(buyer)
    const person = await signIn(app)
    const headers = { ...person.headers, 'x-portal-token': thirdParty.portalToken }
    await thirdParty.post('progress', { status: 'checkout_initialized' })
    await thirdParty.post('progress', { status: 'pending' })
    await thirdParty.post('tx', { txHash: aHash() })
    for (const status of ['checkout_initialized', 'checkout_success']) {
      const payload = { receiptId: id, status }
      await app.inject({ method: 'POST', url: '/api/receipts/status', headers, payload })
    }
    await app.ctx.db.query(`update announced_transactions set state = 'lost'`)
    app.ctx.clock.advance(HOUR_MS)
    await failIdleCheckouts.run(app.ctx, new AbortController().signal)
    expect((await buyer.receipt()).status).not.toBe('failed')
  })
})
