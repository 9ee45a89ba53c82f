import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type ChargingShops,
  month,
  startChargingShops,
} from '../../../../../test/fixtures/charging-shops.js'
import { MINUTE_MS, SECOND_MS } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { setChainTime } from '../../../sandbox/advance-clock.js'
import type { Subscription } from '../../subscription.js'
import { findSubscription } from '../../subscription-store.js'
import { chargeRefOf, lockAttempt } from '../attempt/attempt.js'
import { recordFailure } from '../result/end-attempt.js'
import { selectAttempts } from './select-attempts.js'

let charging: ChargingShops
let chain: Chain
beforeAll(async () => {
  charging = await startChargingShops()
  chain = charging.app.ctx.chain as Chain
}, 60_000)
afterEach(() => charging.cancelAll())
afterAll(() => charging.close())

async function load(id: string): Promise<Subscription> {
  const subscription = await findSubscription(charging.app.ctx.db, id)
  if (!subscription) throw new Error(`no subscription ${id}`)
  return subscription
}

async function select(id: string) {
  return selectAttempts(charging.app.ctx, { chain, subscriptions: [await load(id)] })
}

/**
 * Subscribes, charges the first period, and moves both clocks to a time relative to the second one.
 */
async function untilSecondPeriod(ms: number): Promise<string> {
  const { id, permission } = await charging.subscribe(charging.plainPlan)
  await charging.charge()
  await charging.advance(permission.start * 1_000 + month + ms - charging.app.ctx.now())
  return id
}

/** Waits until a statement waits for a lock. */
async function waitForLock(): Promise<void> {
  const count = async () => {
    const { rows } = await charging.app.ctx.db.query<{ count: string }>(
      `select count(*) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return Number(rows[0]?.count)
  }
  await expect.poll(count, { interval: 10 }).toBe(1)
}

describe('selectAttempts', () => {
  test('behavior: a charge that fails between listing and lock keeps its retry time', async () => {
    const { ctx } = charging.app
    const { id } = await charging.subscribe(charging.plainPlan)
    await charging.run()
    const dueSubscriptions = [await load(id)]
    expect(dueSubscriptions).toMatchObject([{ dueAt: null, lastChargeStatus: 'pending' }])
    let selecting: Promise<unknown> = Promise.resolve()
    await ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const attempt = await lockAttempt(inTx, chargeRefOf(dueSubscriptions[0] as Subscription, 0))
      if (!attempt) throw new Error('no attempt')
      selecting = selectAttempts(ctx, { chain, subscriptions: dueSubscriptions })
      await waitForLock()
      await recordFailure(inTx, { attempt, code: 'balance', transactionHash: null })
    })
    expect(await selecting).toEqual([])
    expect((await load(id)).dueAt).toBeGreaterThan(ctx.now())
  })

  test('behavior: an attempt ahead of the newest block is due again five seconds later', async () => {
    const { ctx } = charging.app
    const id = await untilSecondPeriod(-5 * MINUTE_MS)
    ctx.clock.advance(6 * MINUTE_MS)
    expect(await select(id)).toEqual([])
    expect((await load(id)).dueAt).toBe(ctx.now() + 5 * SECOND_MS)
  })

  test('behavior: an attempt far ahead of the newest block stays due', async () => {
    const { ctx } = charging.app
    const id = await untilSecondPeriod(-12 * MINUTE_MS)
    ctx.clock.advance(13 * MINUTE_MS)
    const { dueAt } = await load(id)
    expect(await select(id)).toEqual([])
    expect((await load(id)).dueAt).toBe(dueAt)
  })

  test('behavior: an idle sandbox chain mines a block for a due charge', async () => {
    const { ctx, chain: node } = { ...charging, ctx: charging.app.ctx }
    const id = await untilSecondPeriod(-5 * MINUTE_MS)
    ctx.clock.advance(6 * MINUTE_MS)
    await setChainTime(node.url, ctx.now())
    expect(await select(id)).toMatchObject([{ period: { index: 1 } }])
  })
})
