import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { planSeconds } from '../../auth/plans.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { HOUR_MS, SECOND_MS } from '../../lib/time.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { getBalance } from './get-balance.js'
import { grantPlan } from './grant-plan.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let purchases = 0
function grant(wallet: Address) {
  purchases += 1
  const purchase = { purchaseId: `p-${purchases}`, transactionHash: `0x${'ab'.repeat(32)}` }
  const units = baseUnits(399_000_000n)
  return app.ctx.db.transaction((tx) =>
    grantPlan({ ...app.ctx, db: tx }, { wallet, plan: 'pro', units, ...purchase }),
  )
}

const none = { balance: 0, grantedSeconds: 0, usedSeconds: 0, remainingSeconds: 0, expiresAt: null }

describe('GET /api/billing/balance', () => {
  test('default: returns the remaining seconds of a paid plan', async () => {
    const { wallet, apiKey } = await aDeveloper(app.ctx, { plan: 'starter', scopes: [] })
    const { paidUntil } = await grant(wallet)
    app.ctx.clock.advance(HOUR_MS)
    const response = await app.inject({
      url: '/api/billing/balance?wallet=0x1',
      headers: { 'x-api-key': apiKey },
    })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      wallet: checksumAddress(wallet),
      balance: planSeconds - 3_600,
      unit: 'seconds',
      grantedSeconds: planSeconds,
      usedSeconds: 3_600,
      remainingSeconds: planSeconds - 3_600,
      expiresAt: paidUntil,
      plan: { key: 'pro', name: 'Pro', priceUsd: 399, renewsAt: paidUntil },
      updatedAt: app.ctx.now(),
    })
  })

  test('behavior: counts all payments, and none is left once the plan has ended', async () => {
    const { wallet } = await aDeveloper(app.ctx, { plan: 'starter' })
    await grant(wallet)
    const { paidUntil } = await grant(wallet)
    expect(await getBalance(app.ctx, wallet)).toMatchObject({
      grantedSeconds: 2 * planSeconds,
      remainingSeconds: 2 * planSeconds,
    })
    app.ctx.clock.advance(2 * planSeconds * SECOND_MS)
    expect(await getBalance(app.ctx, wallet)).toMatchObject({
      balance: 0,
      usedSeconds: 2 * planSeconds,
      expiresAt: paidUntil,
      plan: { key: 'starter', renewsAt: null },
    })
  })

  test('behavior: plans without an end have no seconds', async () => {
    const starter = await signIn(app)
    const response = await app.inject({ url: '/api/billing/balance', headers: starter.headers })
    expect(response.json()).toMatchObject({ ...none, plan: { key: 'starter', priceUsd: 0 } })

    const agreed = await aDeveloper(app.ctx, { plan: 'enterprise', callsPerMinute: 9_000 })
    expect(await getBalance(app.ctx, agreed.wallet)).toMatchObject({
      ...none,
      plan: { key: 'enterprise', renewsAt: null },
    })
  })

  test('behavior: returns zeros while the database is unavailable', async () => {
    const wallet = aWallet()
    const down = () => Promise.reject(new StoreUnavailable({ mayHaveCommitted: false }))
    const db = { ...app.ctx.db, query: down }
    expect(await getBalance({ ...app.ctx, db }, wallet)).toEqual({
      ok: true,
      wallet: checksumAddress(wallet),
      unit: 'seconds',
      ...none,
      plan: null,
      updatedAt: 0,
      degraded: true,
      reason: 'datastore_unavailable',
    })
  })
})
