import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCharge } from '../../../src/features/payments/index/charges/expect-charges.js'
import { chargeDue } from '../../../src/features/subscriptions/charging/due/charge-due.js'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { subscriptionCharger } from '../../../src/platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../src/platform/chain/generated/subscription-charger.js'
import { type Charging, startCharging, toStruct } from '../../fixtures/charging.js'
import { aSeller } from '../../fixtures/seller.js'
import { aPlan } from '../../fixtures/subscriber.js'

let charging: Charging
beforeAll(async () => {
  charging = await startCharging()
}, 60_000)
afterAll(() => charging.close())

test('behavior: the search for a charge of a third party takes few calls to the node', async () => {
  const real = charging.app.ctx.chain as Chain
  const latest = await real.findBlock('latest')
  if (!latest) throw new Error('no block')
  let calls = 0
  const chain = {
    ...real,
    findBlock: async () => ({ ...latest, number: 5_000_000n }),
    listLogs: async () => {
      calls += 1
      return []
    },
  } as Chain
  await findCharge(chain, `0x${'1'.repeat(64)}` as never)
  expect(calls).toBeLessThanOrEqual(5)
})

test('behavior: charges of other merchants do not wait for it', { timeout: 30_000 }, async () => {
  const { ctx } = charging.app
  const hostile = await aSeller(charging.app, { hasSplit: false })
  const honest = await aSeller(charging.app, { hasSplit: false })
  const ownSubscription = await charging.subscribe(await aPlan(hostile))
  const other = await charging.subscribe(await aPlan(honest))
  await charging.charge()
  await charging.advance(30 * DAY_MS + HOUR_MS)

  // The hostile merchant charges its own subscriber first, which anyone may do.
  const { permission } = ownSubscription
  const periodStart = permission.start + 30 * 86_400
  const charge = {
    permission: toStruct(permission),
    signature: '0x',
    periodStart,
    deadline: periodStart + 86_400,
  } as const
  const data = encodeFunctionData({
    abi: subscriptionChargerAbi,
    functionName: 'charge',
    args: [charge],
  })
  await charging.send(charging.buyer, subscriptionCharger.address, data)

  const real = ctx.chain as Chain
  let release = () => {}
  const slow = new Promise<void>((resolve) => {
    release = resolve
  })
  const chain: Chain = {
    ...real,
    async listLogs(filter) {
      if (filter.addresses.includes(subscriptionCharger.address)) await slow
      return real.listLogs(filter)
    },
  }
  const charging2 = chargeDue(ctx, { chain, signal: new AbortController().signal })
  const stateOf = async () =>
    (await charging.charges(other.id)).find(({ period_index }) => period_index === 1)?.state
  try {
    await expect.poll(stateOf, { timeout: 4_000 }).toBe('submitted')
  } finally {
    release()
    await charging2
  }
})
