import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Charging, startCharging, toStruct } from '../../../../test/fixtures/charging.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { aPlan } from '../../../../test/fixtures/subscriber.js'
import { DAY_MS, HOUR_MS } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../platform/chain/generated/subscription-charger.js'
import { checkAnnouncedTransactions } from '../../settlement/announced/check-announced-transactions.js'
import { findSplit } from '../../split/find-split.js'

let charging: Charging
beforeAll(async () => {
  charging = await startCharging()
}, 60_000)
afterAll(() => charging.close())

test('behavior: custody is not negative between the steps that adopt a charge of a stranger', async () => {
  const { ctx } = charging.app
  const shop = await aSeller(charging.app)
  const plan = await aPlan(shop)
  await charging.settle(4)
  const { permission } = await charging.subscribe(plan)
  await charging.charge()
  await charging.advance(30 * DAY_MS + HOUR_MS)

  const periodStart = permission.start + 30 * 86_400
  const deadline = periodStart + 86_400
  const charge = {
    permission: toStruct(permission),
    signature: '0x',
    periodStart,
    deadline,
  } as const
  const args = [charge] as const
  const abi = subscriptionChargerAbi
  const data = encodeFunctionData({ abi, functionName: 'charge', args })
  await charging.send(charging.buyer, subscriptionCharger.address, data)
  const split = await findSplit(ctx, shop.wallet)
  const distribute = encodeFunctionData({
    abi: parseAbi(['function distribute(address token)']),
    args: [charging.usdc],
  })
  if (!split) throw new Error('no split')
  await charging.send(charging.buyer, split.address, distribute)
  await charging.settle(6)

  const custody = async () => {
    const { rows } = await ctx.db.query<{ units: string }>(
      `select coalesce(sum(units), 0) as units from ledger_entries where merchant = $1 and account = 'custody'`,
      [shop.wallet],
    )
    return Number(rows[0]?.units)
  }
  const before = await custody()
  // Adopts the charge and announces its transaction. A crash may follow each of these steps.
  await charging.run()
  await checkAnnouncedTransactions(ctx, ctx.chain as Chain)
  const between = await custody()
  await charging.settle(6)
  expect({ before, between, after: await custody() }).toEqual({ before: 0, between: 0, after: 0 })
})
