import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charging, startCharging } from '../../fixtures/charging.js'
import { aSeller } from '../../fixtures/seller.js'
import { aPlan } from '../../fixtures/subscriber.js'

let charging: Charging
beforeAll(async () => {
  charging = await startCharging({ RELAYER_DAILY_GAS: '10000000' })
}, 60_000)
afterAll(() => charging.close())

/**
 * Other merchants have used the part of the daily gas that charges have: free merchants can charge
 * wallets of their own.
 */
async function spendByOthers(): Promise<void> {
  await charging.app.ctx.db.query(
    `insert into outgoing_transactions (id, chain_id, key, purpose, priority, merchant, recipient, data, value,
       gas, created_at, state, signer, nonce, hash, block_number, block_hash, gas_used, settled_at)
     select 'txn_' || n, 84532, 'spent:' || n, 'subscription.charge', 2, '0x' || n, '0x', '0x', 0, 1, 0, 'final', 'other',
       n, '0x', 1, '0x', 2000000, 0
     from generate_series(1, 3) as n`,
  )
}

describe('the gas budget of charges', () => {
  test('behavior: merchants that used it up do not keep others from being charged', {
    tags: 'slow',
  }, async () => {
    await spendByOthers()
    const shop = () => aSeller(charging.app, { hasSplit: false })
    const { id } = await charging.subscribe(await aPlan(await shop()))
    const crowded = await aPlan(await shop())
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push((await charging.subscribe(crowded)).id)
    await charging.charge()
    expect(await charging.charges(id)).toMatchObject([{ state: 'succeeded' }])
    // The share is too small for all five, so some of them wait.
    const states = await Promise.all(
      ids.map(async (subscriptionId) => (await charging.charges(subscriptionId))[0]?.state),
    )
    const succeeded = states.filter((state) => state === 'succeeded').length
    expect(succeeded).toBeGreaterThan(0)
    expect(succeeded).toBeLessThan(5)
  })
})
