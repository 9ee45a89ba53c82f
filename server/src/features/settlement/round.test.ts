import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aSeller } from '../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { Chain } from '../../platform/chain/chain.js'
import { createWatcher } from './round.js'

const signal = new AbortController().signal
const lineItems = [{ label: 'A', priceUsd: 5 }]

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

describe('createWatcher', () => {
  test('behavior: confirms refunds while an announced transaction cannot be looked up', {
    tags: 'slow',
  }, async () => {
    const { ctx } = paying.app
    const [shop, other] = [await aSeller(paying.app, {}), await aSeller(paying.app, {})]
    await other.post('/api/receipts', { id: 'a', totalUsd: 5, lineItems })
    await shop.post('/api/receipts', { id: 'v', totalUsd: 5, lineItems })
    const to = await paying.depositOf(shop.wallet, 'v')
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.settle()
    const buyer = aWallet()
    const txHash = await paying.pay('USDC', { from: paying.buyer, to: buyer, units: 3_000_000n })
    await shop.act('/api/receipts/refund', { receiptId: 'v', usd: 3, txHash, buyer })
    const { portalToken } = (
      await paying.app.inject(`/api/portal/a?recipient=${other.wallet}`)
    ).json()
    const unreadable = `0x${'ab'.repeat(32)}`
    await paying.app.inject({
      method: 'POST',
      url: '/api/portal/a/tx',
      headers: { 'x-portal-token': portalToken },
      payload: { txHash: unreadable },
    })
    const real = ctx.chain as Chain
    const chain: Chain = {
      ...real,
      async findTransaction(hash) {
        if (hash === unreadable) throw new Error('The request took too long to respond.')
        return real.findTransaction(hash)
      },
    }
    const watcher = createWatcher(ctx, chain)
    await expect(watcher.runRound(signal)).rejects.toThrow('too long')
    expect((await shop.get('/api/receipts/v')).json().refunds).toMatchObject([{ confirmed: true }])
  })
})
