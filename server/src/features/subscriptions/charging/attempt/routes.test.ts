import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Charging, startCharging } from '../../../../../test/fixtures/charging.js'
import { aSeller } from '../../../../../test/fixtures/seller.js'
import { aPlan, type ShownPlan } from '../../../../../test/fixtures/subscriber.js'

const price = 12_500_000n

let charging: Charging
let plan: ShownPlan
beforeAll(async () => {
  charging = await startCharging()
  plan = await aPlan(await aSeller(charging.app, { hasSplit: false }))
  await charging.settle(4)
}, 60_000)
// Later tests must not charge them.
afterEach(() =>
  charging.app.ctx.db.query(
    "update subscriptions set status = 'canceled', next_charge_at = null, due_at = null",
  ),
)
afterAll(() => charging.close())

const headers = () => ({ 'x-cron-secret': charging.app.ctx.config.cronSecret })

describe('POST /api/subscriptions/charge', () => {
  const url = '/api/subscriptions/charge'
  const post = (payload: object) =>
    charging.app.inject({ method: 'POST', url, headers: headers(), payload })

  test('default', async () => {
    const { id } = await charging.subscribe(plan)
    const [response] = await Promise.all([post({ subscriptionId: id }), sendSoon()])
    expect(response.json()).toMatchObject({
      success: true,
      subscriptionId: id,
      status: 'succeeded',
      amountUsd: 12.5,
      feeUsd: 0.0625,
      netUsd: 12.4375,
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      skipped: false,
      error: null,
    })
    expect((await post({ subscriptionId: id })).json()).toMatchObject({
      success: true,
      skipped: true,
    })
  })

  test('behavior: retries a failed charge only with force', async () => {
    const { id, wallet } = await charging.subscribe(plan, { units: 0n })
    expect((await post({ subscriptionId: id })).json()).toMatchObject({
      success: false,
      error: 'balance',
    })
    await charging.mint(wallet, price)
    expect((await post({ subscriptionId: id })).json()).toMatchObject({ skipped: true })
    const [response] = await Promise.all([post({ subscriptionId: id, force: true }), sendSoon()])
    expect(response.json()).toMatchObject({ success: true, status: 'succeeded', skipped: false })
  })

  test('error: rejects other callers and bad input', async () => {
    const none = await charging.app.inject({ method: 'POST', url, payload: {} })
    expect(none.statusCode).toBe(401)
    expect((await post({})).json()).toMatchObject({ error: 'invalid_input' })
    expect((await post({ subscriptionId: 'sub_none' })).statusCode).toBe(404)
    expect((await post({ subscriptionId: 'sub_none', force: 'yes' })).statusCode).toBe(400)
  })
})

describe('POST /api/cron/charge-subscriptions', () => {
  test('default: charges everything that is due', async () => {
    const all = [await charging.subscribe(plan), await charging.subscribe(plan, { units: 0n })]
    const cron = () =>
      charging.app.inject({
        method: 'POST',
        url: '/api/cron/charge-subscriptions',
        headers: headers(),
      })
    const [response] = await Promise.all([cron(), sendSoon()])
    const { results, ...rest } = response.json()
    expect(rest).toMatchObject({ success: true, processed: 2, succeeded: 1, failed: 1, pending: 0 })
    expect(results).toHaveLength(all.length)
    expect((await cron()).json()).toMatchObject({ processed: 0, results: [] })
  })
})

/** Sends and settles while a request waits. */
async function sendSoon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (let round = 0; round < 3; round += 1) await charging.settle()
}
