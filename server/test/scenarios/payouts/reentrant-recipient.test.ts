import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSplit } from '../../../src/features/split/find-split.js'
import type { Address } from '../../../src/lib/hex.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { merchantSplitAbi } from '../../../src/platform/chain/generated/merchant-split.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import { placeHostileReceiver } from '../../fixtures/hostile/hostile-contracts.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

describe('a recipient with code', { timeout: 60_000 }, () => {
  test('error: that flushes a deposit while the split pays it completes no receipt', {
    tags: 'slow',
  }, async () => {
    const seller = await aSeller(paying.app, { hasSplit: false })
    // Recipients are paid in the order of their addresses, and addresses can be ground.
    const attacker = paying.addressOf('0x00000000aa000000000000000000000000001234')
    await placeHostileReceiver(paying.chain, { address: attacker, trick: 'Accept' })
    const recipients = [
      { address: seller.wallet, sharesBps: 9_850 },
      { address: attacker, sharesBps: 100 },
    ]
    const response = await seller.act('/api/split/deploy', { recipients, deploy: 'now' })
    expect(response.statusCode).toBe(200)
    await paying.settle()
    const split = (await findSplit(paying.app.ctx, seller.wallet))?.address as Address

    const id = 'reentrant'
    await seller.post('/api/receipts', {
      id,
      totalUsd: 3,
      lineItems: [{ label: 'A', priceUsd: 3 }],
    })
    const to = await paying.depositOf(seller.wallet, id)
    const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
    const { payment } = (
      await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
    ).json()
    const units = BigInt(
      payment.options.find((option: { symbol: string }) => option.symbol === 'ETH').amountUnits,
    )

    // The attacker prepares: its code flushes the deposit of this receipt whenever it receives
    // native tokens.
    const flush = encodeFunctionData({
      abi: paymentGatewayAbi,
      functionName: 'flush',
      args: [receiptKey, split, nativeToken],
    })
    const play = encodeFunctionData({
      abi: parseAbi(['function play(uint8 trick, address target, bytes payload)']),
      args: [5, paymentGateway.address, flush],
    })
    await paying.send(paying.buyer, attacker, play)
    await paying.pay('ETH', { from: paying.buyer, to, units: 1n })
    await paying.pay('ETH', { from: paying.buyer, to: attacker, units: 1n })
    await paying.pay('ETH', { from: paying.buyer, to: split, units: 1_000_000n })

    // The buyer pays, and the attacker distributes before the relayer has flushed.
    await paying.pay('ETH', { from: paying.buyer, to, units })
    const distribute = encodeFunctionData({
      abi: merchantSplitAbi,
      functionName: 'distribute',
      args: [nativeToken],
    })
    await paying.send(paying.buyer, split, distribute)
    expect(await paying.balanceOf('ETH', to)).toBe(0n)
    await paying.settle(30)
    await paying.mine(100)
    await paying.settle(30)
    expect(await paying.balanceOf('ETH', seller.wallet)).toBeGreaterThan((units * 98n) / 100n)
  })
})
