import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { walletCode } from '../../../test/fixtures/servers/evm-node.js'
import {
  aPlan,
  aSubscriber,
  markCharged,
  type ShownPlan,
  startSubscriptions,
} from '../../../test/fixtures/subscriber.js'
import type { TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { signChallenge, signRequest } from '../../../test/sign-request.js'
import { DAY_MS } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import { publishEvents } from '../events/publish-events.js'
import { planDeliveries } from '../webhooks/publish/plan-deliveries.js'
import { findSubscription } from './subscription-store.js'

let service: Awaited<ReturnType<typeof startSubscriptions>>
let app: TestApp
let seller: Seller
let plan: ShownPlan
beforeAll(async () => {
  service = await startSubscriptions()
  ;({ app, seller, plan } = service)
})
afterAll(() => service.close())

type Headers = Record<string, string>

const call = (verb: 'cancel' | 'pause' | 'resume', payload: object, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: `/api/subscriptions/${verb}`, headers, payload })
const cancelText = (id: string) => ({ message: `Cancel subscription ${id}` })

async function setStatus(id: string, to: string): Promise<void> {
  await app.ctx.db.query(
    'update subscriptions set status = $2, due_at = null, next_charge_at = null where id = $1',
    [id, to],
  )
}

async function kindsOf(id: string): Promise<string[]> {
  const { rows } = await app.ctx.db.query<{ kind: string }>(
    `select kind from recorded_events where body like $1 order by seq`,
    [`%${id}%`],
  )
  return rows.map(({ kind }) => kind)
}

describe('POST /api/subscriptions/cancel', () => {
  test('default', async () => {
    const subscriber = aSubscriber(app)
    const subscriptionId = await subscriber.subscribe(plan)
    const signature = await subscriber.account.signMessage(cancelText(subscriptionId))
    const body = { subscriptionId, wallet: subscriber.wallet, signature }
    const response = await call('cancel', body)
    const canceledAt = app.ctx.now()
    const expected = {
      success: true,
      subscription: {
        subscriptionId,
        status: 'canceled',
        canceledAt,
        nextChargeAt: null,
        onChain: 'pending',
      },
    }
    expect([response.statusCode, response.json()]).toEqual([200, expected])

    app.ctx.clock.advance(1_000)
    expect((await call('cancel', body)).json()).toEqual(expected)
    expect(await kindsOf(subscriptionId)).toEqual(['subscription.created', 'subscription.canceled'])
    expect(await findSubscription(app.ctx.db, subscriptionId)).toMatchObject({ dueAt: null })
  })

  test('behavior: works with a session of the customer, or a key of the merchant', async () => {
    const subscriber = aSubscriber(app)
    const { wallet } = subscriber
    const session = await signIn(app, { privateKey: subscriber.privateKey })
    for (const headers of [session.headers, seller.headers]) {
      const subscriptionId = await subscriber.subscribe(plan)
      const response = await call('cancel', { subscriptionId, wallet }, headers)
      expect(response.json()).toMatchObject({ success: true, subscription: { status: 'canceled' } })
    }
  })

  test('behavior: works with a signed request of the customer, which the first response asks for', async () => {
    const subscriber = aSubscriber(app)
    const subscriptionId = await subscriber.subscribe(plan)
    const body = { subscriptionId, wallet: subscriber.wallet }
    const refused = await call('cancel', body)
    expect(refused.statusCode).toBe(401)
    const { info, supportedChains } = refused.json().extensions['sign-in-with-x']
    const proof = await signChallenge({ ...info, ...supportedChains[0] }, subscriber.privateKey)
    const response = await call('cancel', body, proof)
    expect(response.json()).toMatchObject({ success: true, subscription: { status: 'canceled' } })
  })

  test('behavior: a contract wallet signs', async () => {
    const owner = aSubscriber(app)
    const wallet = aWallet()
    await service.chain.call('anvil_setCode', wallet, walletCode(owner.wallet.toLowerCase() as Hex))
    const permissionData = owner.permit(plan, { account: wallet })
    const permissionSignature = await owner.sign(plan, permissionData)
    const { planId } = plan
    const created = await owner.create({
      planId,
      customerWallet: wallet,
      permissionSignature,
      permissionData,
    })
    const { subscriptionId } = created.json().subscription
    const signature = await owner.account.signMessage(cancelText(subscriptionId))
    const other = await owner.account.signMessage(cancelText('sub_other'))
    expect((await call('cancel', { subscriptionId, wallet, signature: other })).statusCode).toBe(
      403,
    )
    expect((await call('cancel', { subscriptionId, wallet, signature })).statusCode).toBe(200)
  })

  test('behavior: a canceled permission does not subscribe again', async () => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const { subscriptionId } = (await subscriber.create(body)).json().subscription
    await call('cancel', { subscriptionId, wallet: subscriber.wallet }, seller.headers)
    const repeatedResponse = await subscriber.create(body)
    expect([repeatedResponse.statusCode, repeatedResponse.json().subscription]).toEqual([
      201,
      { subscriptionId, status: 'canceled', nextChargeAt: null },
    ])
  })

  test('behavior: cancel and create at the same time end canceled, once', async () => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const { subscriptionId } = (await subscriber.create(body)).json().subscription
    const cancel = () =>
      call('cancel', { subscriptionId, wallet: subscriber.wallet }, seller.headers)
    const responses = await Promise.all([
      cancel(),
      subscriber.create(body),
      cancel(),
      subscriber.create(body),
      call('pause', { subscriptionId }, seller.headers),
    ])
    expect(responses.map(({ statusCode }) => statusCode).slice(0, 4)).toEqual([200, 201, 200, 201])
    expect(await findSubscription(app.ctx.db, subscriptionId)).toMatchObject({
      status: 'canceled',
      dueAt: null,
    })
    const kinds = await kindsOf(subscriptionId)
    expect(kinds.filter((kind) => kind === 'subscription.canceled')).toHaveLength(1)
  })

  test('error: every other caller', async () => {
    const subscriber = aSubscriber(app)
    const subscriptionId = await subscriber.subscribe(plan)
    const { wallet } = subscriber
    const thirdParty = aSubscriber(app)
    const byThirdParty = await thirdParty.account.signMessage(cancelText(subscriptionId))
    const forOther = await subscriber.account.signMessage(cancelText('sub_other'))
    const other = await aSeller(app)
    const { apiKey } = await aDeveloper(app.ctx, {
      wallet: seller.wallet,
      scopes: ['subscriptions:read'],
    })
    const body = { subscriptionId, wallet }
    const ofThirdParty = { subscriptionId, wallet: thirdParty.wallet, signature: byThirdParty }
    const session = await signIn(app, { privateKey: thirdParty.privateKey })
    const proofOf = ({ privateKey }: { privateKey: Hex }, verb: string) =>
      signRequest(app, { path: `/api/subscriptions/${verb}`, privateKey })
    const attempts: [string, object, Headers, number][] = [
      ['anonymous', body, {}, 401],
      ['a signature by a third party', { ...body, signature: byThirdParty }, {}, 403],
      ['a signature for another id', { ...body, signature: forOther }, {}, 403],
      ['a third party for themselves', ofThirdParty, {}, 403],
      ['a session of a third party', body, session.headers, 403],
      ['a session without CSRF token', body, { cookie: session.cookie }, 403],
      ['a request signed by a third party', body, await proofOf(thirdParty, 'cancel'), 403],
      ['a signature of another request', body, await proofOf(subscriber, 'status'), 401],
      ['the merchant signed in', body, seller.owner.headers, 403],
      ['a key of another merchant', body, other.headers, 403],
      ['a key without the scope', body, { 'x-api-key': apiKey }, 403],
      ['a key for another wallet', { subscriptionId, wallet: aWallet() }, seller.headers, 403],
      ['an unknown id', { subscriptionId: 'sub_unknown', wallet }, seller.headers, 404],
      ['no wallet', { subscriptionId }, seller.headers, 400],
      ['a malformed wallet', { subscriptionId, wallet: '0x1' }, seller.headers, 400],
      ['a malformed signature', { ...body, signature: 'yes' }, {}, 400],
    ]
    for (const [name, payload, headers, code] of attempts) {
      const response = await call('cancel', payload, headers)
      expect([name, response.statusCode, response.json().success]).toEqual([name, code, false])
    }
    expect((await findSubscription(app.ctx.db, subscriptionId))?.status).toBe('active')
  })

  test.each(['revoked', 'expired'])('error: a subscription that is %s', async (ended) => {
    const subscriber = aSubscriber(app)
    const subscriptionId = await subscriber.subscribe(plan)
    await setStatus(subscriptionId, ended)
    const body = { subscriptionId, wallet: subscriber.wallet }
    const response = await call('cancel', body, seller.headers)
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { success: false, error: 'conflict' },
    ])
  })
})

describe('POST /api/subscriptions/pause and resume', () => {
  test('default', async () => {
    const subscriptionId = await aSubscriber(app).subscribe(plan)
    const nextChargeAt = app.ctx.now()
    const paused = { subscriptionId, status: 'paused', nextChargeAt: null }
    for (let time = 0; time < 2; time += 1) {
      const response = await call('pause', { subscriptionId }, seller.headers)
      expect(response.json()).toEqual({ success: true, subscription: paused })
    }
    app.ctx.clock.advance(1_000)
    const active = { subscriptionId, status: 'active', nextChargeAt }
    for (let time = 0; time < 2; time += 1) {
      const response = await call('resume', { subscriptionId }, seller.headers)
      expect(response.json()).toEqual({ success: true, subscription: active })
    }
    expect(await findSubscription(app.ctx.db, subscriptionId)).toMatchObject({
      dueAt: app.ctx.now(),
    })
    expect(await kindsOf(subscriptionId)).toEqual([
      'subscription.created',
      'subscription.paused',
      'subscription.resumed',
    ])
    const { headers } = seller.owner
    const { entries } = (await app.inject({ url: '/api/audit', headers })).json()
    const actions = entries.filter(({ target }: { target: string }) => target === subscriptionId)
    expect(actions.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'subscription.paused',
      'subscription.resumed',
    ])
  })

  test('behavior: resuming skips the periods of the pause and a period that is charged', async () => {
    const subscriptionId = await aSubscriber(app).subscribe(plan)
    const start = app.ctx.now()
    await markCharged(app, subscriptionId)
    await call('pause', { subscriptionId }, seller.headers)
    const resume = async () =>
      (await call('resume', { subscriptionId }, seller.headers)).json().subscription.nextChargeAt
    expect(await resume()).toBe(start + 30 * DAY_MS)

    await call('pause', { subscriptionId }, seller.headers)
    app.ctx.clock.advance(100 * DAY_MS)
    expect(await resume()).toBe(start + 90 * DAY_MS)
    expect(await findSubscription(app.ctx.db, subscriptionId)).toMatchObject({
      dueAt: app.ctx.now(),
    })
  })

  test('behavior: resumes in the last period, although it is charged', async () => {
    const end = Math.floor(app.ctx.now() / 1_000) + 2_592_060
    const subscriptionId = await aSubscriber(app).subscribe(plan, { end })
    await markCharged(app, subscriptionId)
    await call('pause', { subscriptionId }, seller.headers)
    const response = await call('resume', { subscriptionId }, seller.headers)
    expect([response.statusCode, response.json().subscription]).toEqual([
      200,
      { subscriptionId, status: 'active', nextChargeAt: null },
    ])
    expect(await findSubscription(app.ctx.db, subscriptionId)).toMatchObject({ dueAt: end * 1_000 })
  })

  test('behavior: resumes an unpaid subscription', async () => {
    const subscriptionId = await aSubscriber(app).subscribe(plan)
    await setStatus(subscriptionId, 'unpaid')
    const response = await call('resume', { subscriptionId }, seller.headers)
    expect(response.json().subscription.status).toBe('active')
  })

  test('error: every other caller', async () => {
    const subscriber = aSubscriber(app)
    const subscriptionId = await subscriber.subscribe(plan)
    const other = await aSeller(app)
    const { wallet: merchant } = seller
    const [admin, cashier] = [
      await aMember(app, { merchant, role: 'admin' }),
      await aMember(app, { merchant, role: 'cashier' }),
    ]
    const customer = await signIn(app, { privateKey: subscriber.privateKey })
    const ownRequest = { subscriptionId, wallet: merchant }
    const attempts: [string, object, Headers, number][] = [
      ['anonymous', ownRequest, {}, 401],
      ['the customer', { subscriptionId }, customer.headers, 403],
      ['the customer for the merchant', ownRequest, customer.headers, 403],
      ['another merchant', { subscriptionId }, other.headers, 403],
      ['another merchant signed in', { subscriptionId }, other.owner.headers, 403],
      ['a key with the wallet of another merchant', ownRequest, other.headers, 403],
      ['a cashier', ownRequest, cashier.headers, 403],
      ['an unknown id', { subscriptionId: 'sub_unknown' }, seller.headers, 404],
      ['no id', {}, seller.headers, 400],
    ]
    for (const verb of ['pause', 'resume'] as const) {
      for (const [name, payload, headers, code] of attempts) {
        const response = await call(verb, payload, headers)
        expect([name, response.statusCode, response.json().success]).toEqual([name, code, false])
      }
    }
    expect((await findSubscription(app.ctx.db, subscriptionId))?.status).toBe('active')
    expect((await call('pause', ownRequest, admin.headers)).statusCode).toBe(200)
  })

  test('error: a subscription that has ended', async () => {
    const subscriber = aSubscriber(app)
    const subscriptionId = await subscriber.subscribe(plan)
    await call('cancel', { subscriptionId, wallet: subscriber.wallet }, seller.headers)
    for (const verb of ['pause', 'resume'] as const) {
      const response = await call(verb, { subscriptionId }, seller.headers)
      expect(response.json()).toMatchObject({ success: false, error: 'conflict' })
    }
    const end = Math.floor(app.ctx.now() / 1_000) + 2_592_060
    const short = await subscriber.subscribe(plan, { end })
    await call('pause', { subscriptionId: short }, seller.headers)
    app.ctx.clock.advance(2_592_060_000)
    const lateResponse = await call('resume', { subscriptionId: short }, seller.headers)
    expect(lateResponse.json()).toMatchObject({ success: false, error: 'conflict' })
  })
})

describe('events', () => {
  test('behavior: reach webhooks that name them, and the feed', async () => {
    const newSeller = await aSeller(app)
    const id = await aSubscriber(app).subscribe(await aPlan(newSeller))
    const hook = (path: string, events?: string[]) =>
      newSeller.post('/api/webhooks', {
        url: `http://localhost:4000/${path}`,
        ...(events && { events }),
      })
    await hook('default')
    await hook('created', ['subscription.created'])
    await hook('canceled', ['subscription.canceled'])
    await publishEvents(app.ctx, planDeliveries)
    const { rows } = await app.ctx.db.query(
      'select url, kind from webhook_deliveries where merchant = $1',
      [newSeller.wallet],
    )
    expect(rows).toEqual([{ url: 'http://localhost:4000/created', kind: 'subscription.created' }])
    const { events } = (await newSeller.get('/api/events')).json()
    expect(events).toMatchObject([
      { event: 'subscription.created', subscriptionId: id, status: 'active' },
    ])
    expect(events[0]).not.toHaveProperty('receiptId')
  })
})
