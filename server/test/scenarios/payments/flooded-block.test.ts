import { encodeFunctionData, multicall3Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxSmall } from '../../../src/features/payments/index/drop-dust.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import type { Address } from '../../../src/lib/hex.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { multicall3, paymentGateway } from '../../../src/platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { findCursor } from '../../../src/platform/chain/head/cursor-store.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const erc20 = parseAbi(['function transfer(address to, uint256 units)'])
const maxLogs = 200
const { signal } = new AbortController()

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** A node that rejects requests with too many logs, with the number of rejections. */
function aCappedNode() {
  const real = paying.app.ctx.chain as Chain
  const refusals = { count: 0 }
  const chain: Chain = {
    ...real,
    async listLogs(filter) {
      const logs = await real.listLogs(filter)
      if (logs.length <= maxLogs) return logs
      refusals.count += 1
      throw new Error(`the query returned more than ${maxLogs} logs`)
    },
  }
  return { chain, refusals }
}

/** Sends this many transfers of one unit in one transaction. */
async function sendDust(to: Address, count: number): Promise<void> {
  await paying.pay('USDC', { from: paying.buyer, to: multicall3, units: BigInt(count) })
  const callData = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, 1n] })
  const call = { target: paying.tokenOf('USDC'), allowFailure: false, callData }
  const args = [Array.from({ length: count }, () => call)] as const
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
  await paying.send(paying.buyer, multicall3, data)
}

/** Emits this many events of failed flushes, which anyone can. */
async function failFlushes(count: number): Promise<void> {
  const zero = `0x${'00'.repeat(20)}` as const
  const call = {
    receiptKey: `0x${'01'.repeat(32)}`,
    payoutAddress: zero,
    token: nativeToken,
  } as const
  const args = [Array.from({ length: count }, () => call)] as const
  const data = encodeFunctionData({ abi: paymentGatewayAbi, functionName: 'flushMany', args })
  await paying.send(paying.buyer, paymentGateway.address, data)
}

async function aReceipt(id: string) {
  const seller = await aSeller(paying.app, {})
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  await seller.post('/api/receipts', { id, totalUsd: 5, lineItems })
  return { seller, to: await paying.depositOf(seller.wallet, id) }
}

describe('a block with more logs than the node returns', { timeout: 60_000 }, () => {
  test('behavior: delays no payment', { tags: 'slow' }, async () => {
    const { ctx } = paying.app
    const flooded = await aReceipt('flooded')
    const paidReceipt = await aReceipt('paid')
    await sendDust(flooded.to, maxLogs + 100)
    await paying.pay('USDC', { from: paying.buyer, to: paidReceipt.to, units: 5_000_000n })

    const { chain, refusals } = aCappedNode()
    const watcher = createWatcher({ ...ctx, chain }, chain)
    await watcher.runRound(signal)
    expect(refusals.count).toBeGreaterThan(0)
    const head = await chain.findBlock('latest')
    expect((await findCursor(ctx.db, ctx.config.chainId))?.number).toBe(head?.number)
    expect((await paidReceipt.seller.get('/api/receipts/paid')).json().status).toBe('paid')
    const { rows } = await ctx.db.query<{ units: string }>(
      'select sum(units) as units from payments where deposit_address = $1',
      [flooded.to],
    )
    expect(rows[0]?.units).toBe(String(maxSmall))
  })

  test('behavior: events of failed flushes by others are not read', async () => {
    const { ctx } = paying.app
    const paidReceipt = await aReceipt('beside')
    await failFlushes(maxLogs + 100)
    await paying.mine(25)
    await paying.watch()
    await failFlushes(maxLogs + 100)
    await paying.pay('USDC', { from: paying.buyer, to: paidReceipt.to, units: 5_000_000n })

    const { chain, refusals } = aCappedNode()
    await createWatcher({ ...ctx, chain }, chain).runRound(signal)
    expect(refusals.count).toBe(0)
    expect((await paidReceipt.seller.get('/api/receipts/beside')).json().status).toBe('paid')
  })
})
