import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { createAccess } from '../../auth/access.js'
import { listPlanSubscriptions } from '../../auth/merchants/plan-store.js'
import { type Plan, planSeconds } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { SECOND_MS } from '../../lib/time.js'
import { listEntries } from '../ledger/receipt-ledger.js'
import { grantPlan } from './grant-plan.js'
import { issuePlanKey } from './issue-plan-key.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const planMs = planSeconds * SECOND_MS
const transactionHash = `0x${'ab'.repeat(32)}`
let purchases = 0
const newPurchase = () => `purchase-${++purchases}`

function grant(wallet: Address, options: { plan?: Plan; purchaseId?: string } = {}) {
  const { plan = 'pro', purchaseId = newPurchase() } = options
  const units = baseUnits(plan === 'pro' ? 399_000_000n : 500_000_000n)
  return app.ctx.db.transaction((tx) =>
    grantPlan({ ...app.ctx, db: tx }, { wallet, plan, purchaseId, transactionHash, units }),
  )
}

async function withKey(wallet: Address, plan: Plan = 'pro') {
  const granted = await grant(wallet, { plan })
  const { merchant, subscriptionId } = granted
  const keyId = app.ctx.newId('key')
  const { apiKey } = await app.ctx.db.transaction((tx) =>
    issuePlanKey({ ...app.ctx, db: tx }, { merchant, subscriptionId, plan, keyId }),
  )
  return { ...granted, apiKey }
}

async function transferOwner(merchant: Address, owner: Address) {
  await app.ctx.db.query(`update members set person = $2 where merchant = $1 and role = 'owner'`, [
    merchant,
    owner,
  ])
}

describe('grantPlan', () => {
  test("default: creates the payer's merchant and grants 30 days", async () => {
    const wallet = aWallet()
    const granted = await grant(wallet)
    const paidUntil = app.ctx.now() + planMs
    expect(granted).toEqual({
      merchant: wallet,
      subscriptionId: expect.stringMatching(/^dsub_/),
      paidUntil,
      isNew: true,
    })
    const subscriptions = await listPlanSubscriptions(app.ctx.db, wallet)
    expect(subscriptions).toHaveLength(2)
    expect(subscriptions).toContainEqual(
      expect.objectContaining({ id: granted.subscriptionId, plan: 'pro', paidUntil }),
    )
  })

  test('behavior: posts the payment to the ledger as an entry of its own kind', async () => {
    const wallet = aWallet()
    const purchaseId = newPurchase()
    await grant(wallet, { plan: 'enterprise', purchaseId })
    const key = `plan:${purchaseId}`
    const entries = await listEntries(app.ctx, { merchant: wallet, key })
    expect(entries.map(({ account, units, usdMicros }) => [account, units, usdMicros])).toEqual([
      ['plan_fees', 500_000_000n, 500_000_000n],
      ['merchant_wallet', -500_000_000n, -500_000_000n],
    ])
    const { rows } = await app.ctx.db.query(
      'select kind, transaction_hash from ledger_postings where merchant = $1',
      [wallet],
    )
    expect(rows).toEqual([{ kind: 'plan', transaction_hash: transactionHash }])
  })

  test('behavior: records a purchase once, even when copies arrive at the same time', async () => {
    const wallet = aWallet()
    const purchaseId = newPurchase()
    const all = await Promise.all([1, 2, 3, 4].map(() => grant(wallet, { purchaseId })))
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(all.map(({ paidUntil }) => paidUntil)).size).toBe(1)
    const repeatedGrantedPlan = await grant(wallet, { purchaseId })
    expect(repeatedGrantedPlan).toEqual({ ...all[0], isNew: false })
  })

  test('behavior: extends a plan in force from its end, and an ended plan from now', async () => {
    const wallet = aWallet()
    const first = await grant(wallet)
    const second = await grant(wallet)
    expect(second).toMatchObject({
      subscriptionId: first.subscriptionId,
      paidUntil: first.paidUntil + planMs,
    })
    app.ctx.clock.advance(3 * planMs)
    expect((await grant(wallet)).paidUntil).toBe(app.ctx.now() + planMs)
  })

  test('behavior: grants to the merchant that the payer owns now', async () => {
    const seller = await aDeveloper(app.ctx)
    const buyer = aWallet()
    await transferOwner(seller.wallet, buyer)
    expect((await grant(buyer)).merchant).toBe(seller.wallet)
  })

  test('behavior: a payer whose merchant has another owner gets a new merchant', async () => {
    const seller = await aDeveloper(app.ctx)
    await transferOwner(seller.wallet, aWallet())
    const purchaseId = newPurchase()
    const granted = await grant(seller.wallet, { purchaseId })
    expect(granted.merchant).not.toBe(seller.wallet)
    expect(await grant(seller.wallet, { purchaseId })).toEqual({ ...granted, isNew: false })
    expect((await grant(seller.wallet)).merchant).toBe(granted.merchant)
  })
})

describe('a key of a paid plan', () => {
  const call = (apiKey: string, target: Pick<TestApp, 'inject'> = app) =>
    target.inject({ url: '/api/status/ping', headers: { 'x-api-key': apiKey } })

  /** Returns the scopes of a key, without the cache of a running service. */
  async function scopesOf(apiKey: string) {
    const { developers, limiter } = createAccess(app.ctx)
    const developer = await developers.find(apiKey, { ip: '192.0.2.1' })
    await limiter.close()
    return developer?.scopes
  }

  test('behavior: has the limits and scopes of the starter plan once the plan ends', async () => {
    const { apiKey, paidUntil, merchant, subscriptionId } = await withKey(aWallet())
    expect((await call(apiKey)).headers['x-ratelimit-limit']).toBe('600')
    expect(await scopesOf(apiKey)).toContain('users:read')

    app.ctx.clock.advance(paidUntil - app.ctx.now())
    const ended = await call(apiKey, await app.sibling())
    expect([ended.statusCode, ended.headers['x-ratelimit-limit']]).toEqual([200, '60'])
    expect(await scopesOf(apiKey)).not.toContain('users:read')

    const keys = await app.ctx.db.query('select key_id from plan_subscriptions where id = $1', [
      subscriptionId,
    ])
    expect(keys.rows).toEqual([{ key_id: expect.stringMatching(/^key_/) }])
    await grant(merchant)
    const renewed = await call(apiKey, await app.sibling())
    expect(renewed.headers['x-ratelimit-limit']).toBe('600')
    expect(await scopesOf(apiKey)).toContain('users:read')
  })
})
