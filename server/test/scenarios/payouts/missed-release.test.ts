import { afterAll, beforeAll, expect, test } from 'vitest'
import { overlap } from '../../../src/features/payments/index/index-chain.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { findSplit } from '../../../src/features/split/find-split.js'
import { DAY_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { topics } from '../../../src/platform/chain/logs/decode-logs.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, {})
  await paying.settle(4)
}, 60_000)
afterAll(() => paying.close())

test('behavior: payouts of a split that a lagging node left out are booked later', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const { ctx } = paying.app
  const real = ctx.chain as Chain
  let isLagging = true
  const chain: Chain = {
    ...real,
    async listLogs(filter) {
      const logs = await real.listLogs(filter)
      return logs.filter((log) => !isLagging || log.topics[0] !== topics.released)
    },
  }
  const watcher = createWatcher({ ...ctx, chain }, chain)
  const round = async () => {
    await watcher.runRound(new AbortController().signal)
    await paying.sender.runRound()
  }
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  await seller.post('/api/receipts', { id: 'r-1', totalUsd: 5, lineItems })
  const to = await paying.depositOf(seller.wallet, 'r-1')
  await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
  for (let count = 0; count < 8; count += 1) await round()
  const split = await findSplit(ctx, seller.wallet)
  if (!split) throw new Error('no split')
  expect(await paying.balanceOf('USDC', split.address)).toBe(0n)
  // Less than a minute on a chain with a block every two seconds.
  await paying.mine(Number(overlap) + 1)
  await round()
  isLagging = false
  for (let day = 0; day < 3; day += 1) {
    await paying.mine(1)
    for (let count = 0; count < 4; count += 1) await round()
    ctx.clock.advance(DAY_MS)
  }

  const { status } = (await seller.get('/api/receipts/r-1')).json()
  const { accounts } = (await seller.get('/api/ledger/trial-balance')).json()
  const custody = accounts.find((entry: { account: string }) => entry.account === 'custody')
  const { rows } = await ctx.db.query<{ count: string }>(
    `select count(*) from outgoing_transactions
     where purpose in ('split.distribute', 'split.distribute_coin')`,
  )
  expect({
    status,
    custody: custody?.balance ?? '0',
    distributions: Number(rows[0]?.count),
  }).toEqual({
    status: expect.stringMatching(/completed|reconciled/),
    custody: '0',
    distributions: 1,
  })
})
