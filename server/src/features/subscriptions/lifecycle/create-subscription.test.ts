import { Wallet } from 'ethers'
import { encodeAbiParameters, encodeFunctionData, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { factoryCode, walletCode } from '../../../../test/fixtures/servers/evm-node.js'
import {
  aPlan,
  aSubscriber,
  type Permission,
  permissionTypes,
  type ShownPlan,
  startSubscriptions,
} from '../../../../test/fixtures/subscriber.js'
import { useCalls } from '../../../../test/fixtures/used-calls.js'
import type { TestApp } from '../../../../test/harness.js'
import { sendOnChain } from '../../../../test/on-chain.js'
import type { TestChain } from '../../../../test/test-chain.js'
import { create2Address } from '../../../lib/create2.js'
import { type Address, knownAddress } from '../../../lib/hex.js'
import { DAY_MS, HOUR_MS, toUnixSeconds } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../platform/chain/contracts.js'
import { spendPermissionManagerAbi } from '../../../platform/chain/generated/spend-permission-manager.js'
import { subscriptionChargerAbi } from '../../../platform/chain/generated/subscription-charger.js'
import { toTermsArgument } from '../../../platform/chain/plan-spender.js'
import { findPlan } from '../plans/plan-store.js'
import { findSubscription } from '../subscription-store.js'

const url = '/api/subscriptions/create'
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let service: Awaited<ReturnType<typeof startSubscriptions>>
let app: TestApp
let chain: TestChain
let seller: Seller
let plan: ShownPlan
beforeAll(async () => {
  service = await startSubscriptions()
  ;({ app, chain, seller, plan } = service)
})
afterAll(() => service.close())

const now = () => toUnixSeconds(app.ctx.now())
const post = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers, payload })
const countOf = async (customer: string): Promise<number> => {
  const { rowCount } = await app.ctx.db.query('select from subscriptions where customer = $1', [
    customer.toLowerCase(),
  ])
  return rowCount ?? 0
}

/** Returns whether the manager on chain accepts what a subscription has stored. */
async function isApprovable(subscriptionId: string): Promise<boolean> {
  const subscription = await findSubscription(app.ctx.db, subscriptionId)
  if (!subscription) throw new Error('there is no such subscription')
  const { permission, signature } = subscription
  const abi = spendPermissionManagerAbi
  const args = [permission, signature] as const
  const data = encodeFunctionData({ abi, functionName: 'approveWithSignature', args })
  const result = await chain.call('eth_call', { to: plan.permission.manager, data }, 'latest')
  return BigInt(result as Hex) === 1n
}

/** Returns the same signature with the other s, which recovers the same address. */
function flip(signature: Hex): Hex {
  const s = curveOrder - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

describe('POST /api/subscriptions/create', () => {
  test('default', async () => {
    const subscriber = aSubscriber(app)
    const response = await post(await subscriber.bodyFor(plan))
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      success: true,
      subscription: {
        subscriptionId: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
        status: 'active',
        nextChargeAt: app.ctx.now(),
      },
    })
    expect(await isApprovable(response.json().subscription.subscriptionId)).toBe(true)
  })

  test('behavior: the charger on chain has the same spender for the terms', async () => {
    const version = (await findPlan(app.ctx.db, plan.planId))?.version
    if (!version || !app.ctx.chain) throw new Error('there is no plan or chain')
    const terms = toTermsArgument({ ...version, merchant: version.owner })
    const spender = await app.ctx.chain.readContract({
      address: subscriptionCharger.address,
      abi: subscriptionChargerAbi,
      functionName: 'spenderOf',
      args: [terms],
    })
    expect(spender).toBe(plan.permission.spender)
  })

  test('behavior: accepts a permission that ethers signed', async () => {
    const wallet = Wallet.createRandom()
    const { account, permit } = aSubscriber(app, wallet.privateKey as Hex)
    const permissionData = permit(plan)
    const { chainId, manager: verifyingContract } = plan.permission
    const domain = { name: 'Spend Permission Manager', version: '1', chainId, verifyingContract }
    const types = { SpendPermission: [...permissionTypes.SpendPermission] }
    const response = await post({
      planId: plan.planId,
      customerWallet: account.address,
      permissionSignature: await wallet.signTypedData(domain, types, permissionData),
      permissionData,
    })
    expect(response.statusCode, response.body).toBe(201)
    expect(await isApprovable(response.json().subscription.subscriptionId)).toBe(true)
  })

  test('behavior: the same permission again returns the same subscription', async () => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const first = await post(body)
    app.ctx.clock.advance(60_000)
    const salt = toHex(BigInt(body.permissionData.salt))
    const inHex = { ...body, permissionData: { ...body.permissionData, salt } }
    for (const repeatedResponse of [await post(body), await post(inHex)]) {
      expect([repeatedResponse.statusCode, repeatedResponse.json()]).toEqual([201, first.json()])
    }
    expect(await countOf(subscriber.wallet)).toBe(1)
  })

  test('behavior: the same permission many times at once makes one subscription', async () => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const responses = await Promise.all(Array.from({ length: 8 }, () => post(body)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 201))
    expect(new Set(responses.map(({ body: text }) => text)).size).toBe(1)
    expect(await countOf(subscriber.wallet)).toBe(1)
  })

  test('behavior: a future start moves the first charge', async () => {
    const subscriber = aSubscriber(app)
    const start = now() + 3_600
    const response = await post(await subscriber.bodyFor(plan, { start }))
    expect(response.json().subscription.nextChargeAt).toBe(start * 1_000)
  })

  test('behavior: a larger allowance and the binding of the terms are accepted', async () => {
    const subscriber = aSubscriber(app)
    const { rows } = await app.ctx.db.query<{ payout: string; plan_key: string }>(
      'select payout, plan_key from billing_plan_versions where plan_id = $1',
      [plan.planId],
    )
    const [terms] = rows
    const extraData = `0x${terms?.payout.slice(2).padStart(64, '0')}${terms?.plan_key.slice(2)}`
    const changes = { allowance: '99000000', end: 2 ** 48 - 1, extraData }
    const response = await post(await subscriber.bodyFor(plan, changes))
    expect(response.statusCode, response.body).toBe(201)
  })

  test('behavior: a replaced version is accepted for an hour', async () => {
    const [seller, subscriber] = [await aSeller(app), aSubscriber(app)]
    const old = await aPlan(seller)
    const { planId } = old
    const { headers } = seller
    const payload = { planId, priceUsd: 20 }
    await app.inject({ method: 'PUT', url: '/api/subscriptions/plans', headers, payload })
    const id = await subscriber.subscribe(old)
    const { subscription } = (
      await seller.get(`/api/subscriptions/status?subscriptionId=${id}`)
    ).json()
    expect(subscription.priceUsd).toBe(12.5)

    app.ctx.clock.advance(HOUR_MS)
    const lateResponse = await post(await subscriber.bodyFor(old))
    expect(lateResponse.json()).toMatchObject({
      error: 'invalid_permission',
      reason: 'wrong_spender',
    })
  })

  test('behavior: a trial delays the start', async () => {
    const trial = await aPlan(seller, { trialDays: 14 })
    const subscriber = aSubscriber(app)
    const response = await post(await subscriber.bodyFor(trial))
    const { nextChargeAt } = response.json().subscription
    expect(nextChargeAt).toBe(app.ctx.now() - (app.ctx.now() % 1_000) + 14 * DAY_MS)

    for (const start of [now(), now() + 13 * 86_400, now() + 16 * 86_400]) {
      const refused = await post(await subscriber.bodyFor(trial, { start }))
      expect(refused.json()).toMatchObject({ reason: 'wrong_start' })
    }
  })

  test('behavior: a contract wallet subscribes, deployed or not', async () => {
    const owner = aSubscriber(app)
    const code = walletCode(owner.wallet.toLowerCase() as Hex)
    const deployed = aWallet()
    await chain.call('anvil_setCode', deployed, code)
    const subscribe = async (customer: Address, wrap: (signature: Hex) => Hex) => {
      const permissionData = owner.permit(plan, { account: customer })
      const signature = wrap(await owner.sign(plan, permissionData))
      const { planId } = plan
      const fields = { planId, customerWallet: customer, permissionData }
      return post({ ...fields, permissionSignature: signature })
    }
    const direct = await subscribe(deployed, (signature) => signature)
    expect(direct.statusCode, direct.body).toBe(201)

    const factory = aWallet()
    const built = factoryCode(code)
    await chain.call('anvil_setCode', factory, built.factory)
    const salt: Hex = `0x${'0'.repeat(64)}`
    const plannedAddress = create2Address({ deployer: factory, salt, initCode: built.initCode })
    const wrap = (signature: Hex): Hex => {
      const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
      const encoded = encodeAbiParameters(types, [factory, '0x', signature])
      return `${encoded}${'6492'.repeat(16)}`
    }
    const response = await subscribe(plannedAddress, wrap)
    expect(response.statusCode, response.body).toBe(201)
    for (const created of [direct, response]) {
      expect(await isApprovable(created.json().subscription.subscriptionId)).toBe(true)
    }
    const unwrapped = await subscribe(plannedAddress, (signature) => signature)
    expect(unwrapped.json()).toMatchObject({ reason: 'wrong_signature' })
  })

  test("behavior: the merchant's own key is not limited by its network address", async () => {
    const remoteAddress = '203.0.113.60'
    const limit = { limit: 'new-subscriptions', owner: 'network', key: remoteAddress } as const
    await useCalls(app.ctx, { ...limit, used: 10_000 })
    const { inject } = await app.sibling()
    const subscriber = aSubscriber(app)
    const payload = await subscriber.bodyFor(plan)
    const create = (headers: Record<string, string>) =>
      inject({ method: 'POST', url, remoteAddress, headers, payload })
    const refused = await create({})
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { success: false, limit: 'new-subscriptions' },
    ])
    expect((await create((await aSeller(app)).headers)).statusCode).toBe(429)
    expect((await create(seller.headers)).statusCode).toBe(201)
    // A repetition creates nothing.
    expect((await create({})).statusCode).toBe(201)
  })

  test('behavior: a refused network address takes nothing from the merchant', async () => {
    const newSeller = await aSeller(app)
    const limited = await aPlan(newSeller)
    const remoteAddress = '203.0.113.61'
    const limit = { limit: 'new-subscriptions', owner: 'network', key: remoteAddress } as const
    await useCalls(app.ctx, { ...limit, used: 10_000 })
    const payload = await aSubscriber(app).bodyFor(limited)
    const { inject } = await app.sibling()
    const response = await inject({ method: 'POST', url, remoteAddress, payload })
    expect(response.statusCode).toBe(429)
    const { rowCount } = await app.ctx.db.query('select from rate_windows where bucket = $1', [
      `merchant-subscriptions:merchant:${newSeller.wallet}`,
    ])
    expect(rowCount).toBe(0)
  })

  test('error: an inactive plan, except for a permission that is in use', async () => {
    const ownPlan = await aPlan(seller)
    const subscriber = aSubscriber(app)
    const used = await subscriber.bodyFor(ownPlan)
    const first = await post(used)
    const { headers } = seller
    const payload = { planId: ownPlan.planId }
    await app.inject({ method: 'DELETE', url: '/api/subscriptions/plans', headers, payload })
    const refused = await post(await subscriber.bodyFor(ownPlan))
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { success: false, error: 'plan_inactive' },
    ])
    expect((await post(used)).json()).toEqual(first.json())
  })

  test('error: a revoked permission', async () => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const permission = {
      ...body.permissionData,
      account: subscriber.wallet,
      spender: plan.permission.spender,
      token: plan.permission.token,
      allowance: BigInt(body.permissionData.allowance),
      salt: BigInt(body.permissionData.salt),
      extraData: '0x' as Hex,
    }
    const abi = spendPermissionManagerAbi
    const data = encodeFunctionData({ abi, functionName: 'revoke', args: [permission] })
    await chain.call('anvil_impersonateAccount', subscriber.wallet)
    await chain.call('anvil_setBalance', subscriber.wallet, toHex(10n ** 18n))
    const from = knownAddress(subscriber.wallet)
    await sendOnChain(chain, { from, to: knownAddress(plan.permission.manager), data })
    expect((await post(body)).json()).toMatchObject({
      success: false,
      error: 'invalid_permission',
      reason: 'revoked',
    })
  })

  test('error: an unreachable chain', async () => {
    const { inject } = await app.sibling({ CHAIN_RPC_URL: 'http://127.0.0.1:1' })
    const payload = await aSubscriber(app).bodyFor(plan)
    const response = await inject({ method: 'POST', url, payload })
    expect([response.statusCode, response.json()]).toMatchObject([
      503,
      { success: false, error: 'chain_unavailable' },
    ])
  })
})

describe('tampered permissions', () => {
  const otherAddress = '0x00000000000000000000000000000000000000dd'

  /** Changes that the customer signs, and which do not fit the plan. */
  const signed: [string, () => Partial<Permission>, string][] = [
    ['spender', () => ({ spender: otherAddress }), 'wrong_spender'],
    ['token', () => ({ token: otherAddress }), 'wrong_token'],
    ['allowance', () => ({ allowance: '12499999' }), 'wrong_allowance'],
    ['period', () => ({ period: 2_592_001 }), 'wrong_period'],
    ['start after end', () => ({ start: now() + 10, end: now() + 10 }), 'wrong_end'],
    ['start long ago', () => ({ start: now() - 86_401 }), 'wrong_start'],
    ['start far ahead', () => ({ start: now() + 2 * 86_400 }), 'wrong_start'],
    ['end', () => ({ start: now() - 100, end: now() }), 'wrong_end'],
    ['extraData', () => ({ extraData: '0x01' }), 'wrong_extra_data'],
  ]
  test.each(signed)('error: %s signed by the customer', async (_name, change, reason) => {
    const subscriber = aSubscriber(app)
    const response = await post(await subscriber.bodyFor(plan, change()))
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { success: false, error: 'invalid_permission', message: expect.any(String), reason },
    ])
    expect(await countOf(subscriber.wallet)).toBe(0)
  })

  /** Changes after the customer has signed. All of them fit the plan. */
  const unsigned: [string, (permission: Permission) => Partial<Permission>][] = [
    ['allowance', () => ({ allowance: '12500001' })],
    ['start', ({ start }) => ({ start: start - 1 })],
    ['end', ({ end }) => ({ end: end + 1 })],
    ['salt', ({ salt }) => ({ salt: String(BigInt(salt) - 1n) })],
  ]
  test.each(unsigned)('error: %s changed after signing', async (_name, change) => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const permissionData = { ...body.permissionData, ...change(body.permissionData) }
    const response = await post({ ...body, permissionData })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: 'invalid_permission', reason: 'wrong_signature' },
    ])
    expect(await countOf(subscriber.wallet)).toBe(0)
  })

  test('error: account', async () => {
    const [subscriber, victim] = [aSubscriber(app), aSubscriber(app)]
    const body = await subscriber.bodyFor(plan)
    const { permissionData } = body
    const claimed = await post({ ...body, customerWallet: victim.wallet })
    expect(claimed.json()).toMatchObject({ reason: 'wrong_account' })
    const ofVictim = { ...permissionData, account: victim.wallet }
    const stolen = await post({
      ...body,
      customerWallet: victim.wallet,
      permissionData: ofVictim,
      permissionSignature: await subscriber.sign(plan, ofVictim),
    })
    expect(stolen.json()).toMatchObject({ reason: 'wrong_signature' })
    expect(await countOf(victim.wallet)).toBe(0)
  })

  test.each([
    ['chain', { chainId: 8_453 }],
    ['contract', { verifyingContract: otherAddress as Hex }],
  ])('error: signed for another %s', async (_name, domain) => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const permissionSignature = await subscriber.sign(plan, body.permissionData, domain)
    const response = await post({ ...body, permissionSignature })
    expect(response.json()).toMatchObject({ success: false, reason: 'wrong_signature' })
  })

  test('error: a malleable signature, even for a permission in use', async () => {
    const subscriber = aSubscriber(app)
    const body = await subscriber.bodyFor(plan)
    const permissionSignature = flip(body.permissionSignature)
    const flipped = await post({ ...body, permissionSignature })
    expect(flipped.json()).toMatchObject({ success: false, reason: 'wrong_signature' })
    expect((await post(body)).statusCode).toBe(201)
    expect((await post({ ...body, permissionSignature })).statusCode).toBe(400)
  })

  test('error: a permission for another plan', async () => {
    const subscriber = aSubscriber(app)
    const others = [await aPlan(seller), await aPlan(await aSeller(app))]
    const body = await subscriber.bodyFor(plan)
    for (const { planId } of others) {
      const response = await post({ ...body, planId })
      expect(response.json()).toMatchObject({ success: false, reason: 'wrong_spender' })
    }
    expect((await post(body)).statusCode).toBe(201)
    for (const { planId } of others) {
      expect((await post({ ...body, planId })).json()).toMatchObject({ reason: 'wrong_spender' })
    }
  })
})

describe('hostile bodies', () => {
  test.each<[string, object, string]>([
    ['no body', {}, 'invalid_input'],
    ['a customer that is not an address', { customerWallet: '0x12' }, 'invalid_wallet'],
    ['an unknown plan', { planId: 'plan_unknown' }, 'not_found'],
    ['a plan id with a quote', { planId: "x' or 1=1 --" }, 'not_found'],
    ['a signature in text', { permissionSignature: 'yes' }, 'invalid_permission'],
    ['a short signature', { permissionSignature: '0x12' }, 'invalid_permission'],
    ['a signature of zeros', { permissionSignature: `0x${'0'.repeat(130)}` }, 'invalid_permission'],
    ['a long signature', { permissionSignature: `0x${'1'.repeat(8_194)}` }, 'invalid_input'],
    ['a permission in text', { permissionData: 'all' }, 'invalid_input'],
  ])('error: %s', async (_name, change, error) => {
    const body = await aSubscriber(app).bodyFor(plan)
    const response = await post(Object.keys(change).length === 0 ? {} : { ...body, ...change })
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toMatchObject({ success: false, error })
  })

  test.each<[string, object]>([
    ['account', { account: '0x12' }],
    ['spender', { spender: 'me' }],
    ['token', { token: '' }],
    ['a negative allowance', { allowance: '-1' }],
    ['an allowance with an exponent', { allowance: '1e9' }],
    ['an allowance above the type', { allowance: String(2n ** 160n) }],
    ['a negative start', { start: -1 }],
    ['an end above the type', { end: 2 ** 48 }],
    ['an unsafe end', { end: 2 ** 60 }],
    ['a salt above the type', { salt: String(2n ** 256n) }],
    ['a salt in words', { salt: 'pepper' }],
    ['a half byte of extraData', { extraData: '0x0' }],
    ['much extraData', { extraData: `0x${'00'.repeat(300)}` }],
  ])('error: malformed: %s', async (_name, change) => {
    const body = await aSubscriber(app).bodyFor(plan)
    const permissionData = { ...body.permissionData, ...change }
    const response = await post({ ...body, permissionData })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { success: false, error: 'invalid_permission', reason: 'malformed' },
    ])
  })
})
