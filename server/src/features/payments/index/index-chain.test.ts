import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { findCursor } from '../../../platform/chain/head/cursor-store.js'
import { payoutRecords } from '../../payouts/payout-records.js'
import { createIndexer } from './index-chain.js'

const mostBlocks = 10n

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** A node that rejects wide ranges, with the number of rejections. */
function aNarrowNode() {
  const real = paying.app.ctx.chain as Chain
  const refusals = { count: 0 }
  const chain: Chain = {
    ...real,
    async listLogs(filter) {
      if (filter.toBlock - filter.fromBlock < mostBlocks) return real.listLogs(filter)
      refusals.count += 1
      throw new Error('the range is too wide')
    },
  }
  return { chain, refusals }
}

describe('createIndexer', () => {
  test('behavior: narrows the range to what the node accepts, and rarely widens it', {
    tags: 'slow',
  }, async () => {
    const { ctx } = paying.app
    const seller = await aSeller(paying.app, {})
    const lineItems = [{ label: 'A', priceUsd: 5 }]
    await seller.post('/api/receipts', { id: 'r-1', totalUsd: 5, lineItems })
    await paying.mine(30)
    const to = await paying.depositOf(seller.wallet, 'r-1')
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.mine(30)

    const { chain, refusals } = aNarrowNode()
    const indexer = createIndexer(ctx, chain, payoutRecords)
    const head = await chain.findBlock('latest')
    let foundCount = 0
    for (let call = 0; call < 5; call += 1) {
      foundCount += await indexer.index().then(
        (round) => round.foundCount,
        () => 0,
      )
    }
    expect(foundCount).toBe(1)
    expect((await findCursor(ctx.db, ctx.config.chainId))?.number).toBe(head?.number)

    // From here on one block at a time, as on a live chain.
    refusals.count = 0
    for (let block = 0; block < 40; block += 1) {
      await paying.mine(1)
      await indexer.index().catch(() => null)
    }
    expect(refusals.count).toBeLessThan(8)
  })
})
