// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overlap } from '../../../src/features/payments/index/index-chain.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { HOUR_MS, unixMs } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { testNow } from '../../harness.js'
import { type Paying, startPaying } from '../../paying.js'

let aheadMs = 0
let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying({}, { now: () => unixMs(testNow + aheadMs) })
  seller = await aSeller(paying.app, {})
  await paying.settle(4)
}, 60_000)
afterAll(() => paying.close())

async function aReceipt(id: string) {
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  const response = await seller.post('/api/receipts', { id, totalUsd: 5, lineItems })
  expect(response.statusCode, response.body).toBe(201)
  return paying.depositOf(seller.wallet, id)
}
const statusOf = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json().status

test('behavior: a receipt made after the clock was stepped back is paid by a plain transfer', async () => {
  // One receipt is made while the clock of its process is two hours ahead.
  aheadMs = 2 * HOUR_MS
  await aReceipt('ahead')
  await paying.mine(1)
  await paying.watch()
  // The clock is corrected. From now on everything is as usual.
  aheadMs = 0
  const to = await aReceipt('after')
  await paying.mine(1)
  await paying.watch()
  await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
  await paying.settle(6)
  const statusBefore = await statusOf('after')
  // Later nothing finds it either: a new watcher loads the whole list, but the block is behind the
  // overlap.
  await paying.mine(Number(overlap) + 1)
  await paying.watch()
  const { ctx } = paying.app
  const freshWatcher = createWatcher(ctx, ctx.chain as Chain)
  await freshWatcher.runRound(new AbortController().signal)
  await paying.mine(1)
  await freshWatcher.runRound(new AbortController().signal)
  const later = await statusOf('after')
  expect({ seen: statusBefore, later }).toEqual({
    seen: expect.stringMatching(/paid|completed|reconciled/),
    later: expect.stringMatching(/paid|completed|reconciled/),
  })
})
