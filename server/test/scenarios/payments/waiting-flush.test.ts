import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReceipt } from '../../../src/features/receipts/read/get-receipt.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { depositOf } from '../../../src/platform/chain/deposit-address.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const { signal } = new AbortController()
const failedRounds = 10

let paying: Paying
beforeAll(async () => {
  paying = await startPaying({ CONFIRMATIONS: '5' })
}, 60_000)
afterAll(() => paying.close())

type Outage = 'node' | 'logs' | 'database'

/** A chain and a database that can fail. */
function aFragileContext() {
  const { ctx } = paying.app
  const real = ctx.chain as Chain
  const state: { outage: Outage | null } = { outage: null }
  const failIn = (...outages: Outage[]) => {
    if (state.outage && outages.includes(state.outage)) throw new Error('it does not respond')
  }
  const chain: Chain = {
    ...real,
    async findBlock(which) {
      failIn('node')
      return real.findBlock(which)
    },
    async listLogs(filter) {
      failIn('node', 'logs')
      return real.listLogs(filter)
    },
    async listBlockLogs(block) {
      failIn('node', 'logs')
      return real.listBlockLogs(block)
    },
  }
  const transaction: typeof ctx.db.transaction = async (work) => {
    failIn('database')
    return ctx.db.transaction(work)
  }
  return { ctx: { ...ctx, chain, db: { ...ctx.db, transaction } }, chain, state }
}

/** Flushes a receipt whose transfer the indexer has missed. */
async function flushMissed(id: string, watch: () => Promise<unknown>) {
  const { ctx } = paying.app
  const seller = await aSeller(paying.app, {})
  await seller.post('/api/receipts', { id, totalUsd: 5, lineItems: [{ label: 'A', priceUsd: 5 }] })
  await ctx.db.query('update deposits set watched_until = 1 where receipt_id = $1', [id])
  const receipt = await getReceipt(ctx, { merchant: seller.wallet, id })
  const { receiptKey, payoutAddress, address } = depositOf(ctx.config, receipt)
  await paying.pay('USDC', { from: paying.buyer, to: address, units: 5_000_000n })
  await paying.mine(22)
  await watch()
  await watch()
  const args = [receiptKey, payoutAddress, paying.tokenOf('USDC')] as const
  const data = encodeFunctionData({ abi: paymentGatewayAbi, functionName: 'flush', args })
  await paying.send(paying.buyer, paymentGateway.address, data)
  await paying.mine(2)
  return seller
}

describe('a flush that waits for its confirmations', { timeout: 60_000 }, () => {
  test.each([[null], ['node'], ['logs'], ['database']] as const)(
    'behavior: counts after an outage: %s',
    { tags: 'slow' },
    async (outage) => {
      const { ctx, chain, state } = aFragileContext()
      const watcher = createWatcher(ctx, chain)
      const watch = () => watcher.runRound(signal)
      const id = `late-${outage}`
      const seller = await flushMissed(id, watch)
      await watch()
      expect((await seller.get(`/api/receipts/${id}`)).json().status).toBe('pending')

      state.outage = outage
      for (let round = 0; round < failedRounds && outage; round += 1) {
        await paying.mine(1)
        await expect(watch()).rejects.toThrow()
      }
      state.outage = null
      await paying.mine(5)
      for (let round = await watch(); round.isBehind; ) round = await watch()
      expect((await seller.get(`/api/receipts/${id}`)).json().status).not.toBe('pending')
    },
  )
})
