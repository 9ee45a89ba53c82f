import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { listPlanSubscriptions } from '../../auth/merchants/plan-store.js'
import { planSeconds } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { SECOND_MS } from '../../lib/time.js'
import { getTrialBalance } from '../ledger/get-trial-balance.js'
import { grantPlan } from './grant-plan.js'
import { revokePurchase } from './revoke-purchase.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const dayMs = 86_400 * SECOND_MS
const grant = (wallet: Address, purchaseId: string) =>
  app.ctx.db.transaction((tx) =>
    grantPlan(
      { ...app.ctx, db: tx },
      {
        wallet,
        plan: 'pro',
        purchaseId,
        transactionHash: `0x${'ab'.repeat(32)}`,
        units: baseUnits(399_000_000n),
      },
    ),
  )
const revoke = (wallet: Address, purchaseId: string) =>
  app.ctx.db.transaction((tx) => revokePurchase({ ...app.ctx, db: tx }, { wallet, purchaseId }))
const endOf = async (wallet: Address) =>
  (await listPlanSubscriptions(app.ctx.db, wallet)).find(({ plan }) => plan === 'pro')?.paidUntil

describe('revokePurchase', () => {
  test('default: ends the plan, and reverses its posting', async () => {
    const wallet = aWallet()
    await grant(wallet, 'p')
    app.ctx.clock.advance(dayMs)
    expect(await revoke(wallet, 'p')).toMatchObject({
      merchant: wallet,
      paidUntil: app.ctx.now(),
    })
    expect(await endOf(wallet)).toBe(app.ctx.now())
    const { accounts } = await getTrialBalance(app.ctx, wallet)
    expect(accounts.map(({ usdMicros }) => usdMicros)).toEqual([0n, 0n])
  })

  test('behavior: leaves the time of other purchases, from their own payment on', async () => {
    const wallet = aWallet()
    await grant(wallet, 'first')
    app.ctx.clock.advance(dayMs)
    const second = app.ctx.now()
    await grant(wallet, 'second')
    await revoke(wallet, 'first')
    expect(await endOf(wallet)).toBe(second + planSeconds * SECOND_MS)
  })

  test('behavior: repeating it, or an unknown purchase, changes nothing', async () => {
    const wallet = aWallet()
    await grant(wallet, 'p')
    await revoke(wallet, 'p')
    const end = await endOf(wallet)
    app.ctx.clock.advance(dayMs)
    expect([await revoke(wallet, 'p'), await revoke(wallet, 'q')]).toEqual([null, null])
    expect(await endOf(wallet)).toBe(end)
  })
})
