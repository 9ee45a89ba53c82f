import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ChargingShops,
  chargeData,
  month,
  price,
  startChargingShops,
} from '../../../../../test/fixtures/charging-shops.js'
import { knownAddress } from '../../../../lib/hex.js'
import { HOUR_MS, MINUTE_MS } from '../../../../lib/time.js'
import { subscriptionCharger } from '../../../../platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../../platform/chain/generated/subscription-charger.js'
import { testUsdcAbi } from '../../../../platform/chain/generated/test-contracts.js'
import { sandboxPlatformWallet } from '../../../../platform/config/sandbox-secrets.js'
import { getTrialBalance } from '../../../ledger/get-trial-balance.js'
import { revokeCanceled } from './revoke-canceled.js'

const platform = knownAddress(sandboxPlatformWallet)

let charging: ChargingShops
beforeAll(async () => {
  charging = await startChargingShops()
}, 60_000)
afterAll(() => charging.close())

const revoke = () => revokeCanceled.run(charging.app.ctx, new AbortController().signal)
type TestSubscription = Awaited<ReturnType<ChargingShops['subscribe']>>
const onChainOf = async ({ id, wallet }: TestSubscription) =>
  (await charging.cancel(id, wallet)).json().subscription.onChain
const send = (data: `0x${string}`, to = subscriptionCharger.address) =>
  charging.send(charging.buyer, to, data)

describe('a canceled subscription', { timeout: 60_000 }, () => {
  test('default: cannot be charged by a third party once it is confirmed', async () => {
    const subscribed = await charging.subscribe(charging.plainPlan)
    const never = await charging.subscribe(charging.plainPlan)
    await charging.charge()
    expect(await onChainOf(subscribed)).toBe('pending')
    await charging.cancel(never.id, never.wallet)
    await revoke()
    await charging.settle(6)
    await revoke()
    expect(await onChainOf(subscribed)).toBe('confirmed')
    expect(await onChainOf(never)).toBe('confirmed')
    await charging.advance(month + HOUR_MS)
    await expect(send(chargeData({ ...subscribed, signature: '0x', index: 1 }))).rejects.toThrow()
    await expect(send(chargeData({ ...subscribed, index: 1 }))).rejects.toThrow()
    expect(await charging.balances(subscribed.wallet)).toEqual([10n ** 12n - price])
  })

  test('behavior: a charge before the confirmation is booked and due a refund', {
    tags: 'slow',
  }, async () => {
    const subscribed = await charging.subscribe(charging.plainPlan)
    await charging.charge()
    await charging.advance(month + HOUR_MS)
    expect(await onChainOf(subscribed)).toBe('pending')
    await send(chargeData({ ...subscribed, signature: '0x', index: 1 }))
    await charging.settle(6)
    await charging.charge()
    await charging.settle(6)
    await charging.charge()
    const charges = await charging.charges(subscribed.id)
    expect(charges.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
    const events = await charging.eventsOf(subscribed.id, 'subscription.charged')
    expect(events.map(({ refundDue }) => refundDue)).toEqual([false, true])
    const dueReceipts = (await charging.plain.get('/api/receipts?flag=refund_due')).json().receipts
    const ids = dueReceipts.map(({ receiptId }: { receiptId: string }) => receiptId)
    expect(ids).toEqual([charges[1]?.receipt_id])
  })
})

describe('a permission that its customer revokes', { timeout: 60_000 }, () => {
  test('behavior: counts as canceled with enough confirmations, and not after a reorganization', {
    tags: 'slow',
  }, async () => {
    const { ctx } = charging.app
    const config = { ...ctx.config, confirmations: 3 }
    const signal = new AbortController().signal
    const subscribed = await charging.subscribe(charging.plainPlan)
    await charging.charge()
    await onChainOf(subscribed)
    await charging.revoke(subscribed.wallet, subscribed.permission)
    await revokeCanceled.run({ ...ctx, config }, signal)
    const early = await onChainOf(subscribed)
    await charging.advance(MINUTE_MS)
    await revoke()
    const stateBefore = await onChainOf(subscribed)
    await charging.chain.call('anvil_reorg', 3, [])
    await charging.advance(HOUR_MS)
    await revoke()
    const removed = await onChainOf(subscribed)
    await charging.settle(6)
    await revoke()
    const states = [early, stateBefore, removed, await onChainOf(subscribed)]
    expect(states).toEqual(['pending', 'confirmed', 'pending', 'confirmed'])
    await charging.advance(month + HOUR_MS)
    await expect(send(chargeData({ ...subscribed, signature: '0x', index: 1 }))).rejects.toThrow()
  })
})

describe('a frozen platform wallet', { timeout: 60_000 }, () => {
  test('behavior: stops no charge, and the books show the fee until it is claimed', async () => {
    const freeze = (functionName: 'blacklist' | 'unBlacklist') =>
      send(encodeFunctionData({ abi: testUsdcAbi, functionName, args: [platform] }), charging.usdc)
    const { plain, plainPlan } = charging
    const subscribed = await charging.subscribe(plainPlan)
    const owed = async () => {
      const { accounts, isBalanced } = await getTrialBalance(charging.app.ctx, plain.wallet)
      expect(isBalanced).toBe(true)
      const dueSum = accounts.find(({ account }) => account === `due:${platform}`)
      return dueSum ? dueSum.creditUnits - dueSum.debitUnits : 0n
    }
    await freeze('blacklist')
    await charging.charge()
    await charging.charge()
    const [event] = await charging.eventsOf(subscribed.id, 'subscription.charged')
    expect(event).toMatchObject({ amountUsd: 12.5, feeUsd: 0.0625 })
    expect(await owed()).toBe(62_500n)
    await freeze('unBlacklist')
    const { spender } = subscribed.permission
    const claim = encodeFunctionData({
      abi: subscriptionChargerAbi,
      functionName: 'claimFee',
      args: [spender as `0x${string}`],
    })
    const [gained] = await charging.gains([platform], () => send(claim))
    expect(gained).toBe(62_500n)
    await charging.settle(6)
    expect(await owed()).toBe(0n)
  })
})

describe('a cancellation that a reorganization removes', { timeout: 60_000 }, () => {
  test('behavior: is pending again, and is sent again', { tags: 'slow' }, async () => {
    const subscribed = await charging.subscribe(charging.plainPlan)
    await charging.charge()
    await onChainOf(subscribed)
    await revoke()
    await charging.settle(6)
    await revoke()
    expect(await onChainOf(subscribed)).toBe('confirmed')
    await charging.chain.call('anvil_reorg', await countBlocksSinceCancellation(), [])
    await revoke()
    expect(await onChainOf(subscribed)).toBe('pending')
    // An idle sender looks for removed blocks after some seconds, and a busy one at once.
    await charging.subscribe(charging.plainPlan)
    await charging.charge()
    await revoke()
    expect(await onChainOf(subscribed)).toBe('confirmed')
  })
})

/** Returns the number of blocks from the newest cancellation to the newest block. */
async function countBlocksSinceCancellation(): Promise<number> {
  const { rows } = await charging.app.ctx.db.query<{ block: string }>(
    `select max(block_number) as block from outgoing_transactions
     where purpose like 'subscription.cancel%'`,
  )
  const head = BigInt((await charging.chain.call('eth_blockNumber')) as string)
  return Number(head - BigInt(rows[0]?.block ?? 0)) + 1
}
