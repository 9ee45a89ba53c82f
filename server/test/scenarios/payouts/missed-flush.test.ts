import { afterAll, beforeAll, expect, test } from 'vitest'
import { overlap } from '../../../src/features/payments/index/index-chain.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { findSplit } from '../../../src/features/split/find-split.js'
import { type Address, knownAddress } from '../../../src/lib/hex.js'
import { DAY_MS } from '../../../src/lib/time.js'
import type { Chain, Log } from '../../../src/platform/chain/chain.js'
import { topics } from '../../../src/platform/chain/logs/decode-logs.js'
import { aBuyer } from '../../fixtures/buyer.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/**
 * Pays a receipt. A lagging node omits the logs of the flush, which the relayer sends, for a
 * minute.
 */
async function payAndMissFlush(symbol: 'ETH' | 'USDC') {
  const { ctx } = paying.app
  const buyer = await aBuyer(paying.app, { id: `r-${symbol}` })
  const { payment } = await buyer.view()
  const option = payment.options.find((option: { symbol: string }) => option.symbol === symbol)
  if (!option) throw new Error('no option')
  const to = knownAddress(payment.depositAddress.toLowerCase() as Address)
  const real = ctx.chain as Chain
  let isLagging = true
  const isFlush = (log: Log) =>
    log.topics[0] === topics.received || log.topics[1]?.endsWith(to.slice(2)) === true
  const chain: Chain = {
    ...real,
    listLogs: async (filter) =>
      (await real.listLogs(filter)).filter((log) => !isLagging || !isFlush(log)),
  }
  const watcher = createWatcher({ ...ctx, chain }, chain)
  const round = async () => {
    await watcher.runRound(new AbortController().signal)
    await paying.sender.runRound()
  }
  await paying.pay(symbol, { from: paying.buyer, to, units: BigInt(option.amountUnits) })
  for (let count = 0; count < 8; count += 1) await round()
  await paying.mine(Number(overlap) + 1)
  await round()
  isLagging = false
  for (let day = 0; day < 3; day += 1) {
    await paying.mine(1)
    for (let count = 0; count < 4; count += 1) await round()
    ctx.clock.advance(DAY_MS)
  }
  const { status } = await buyer.receipt()
  const split = await findSplit(ctx, buyer.merchant)
  const { rows } = await ctx.db.query<{ count: string }>(
    `select count(*) from outgoing_transactions where merchant = $1 and purpose like 'deposit.flush%'`,
    [buyer.merchant],
  )
  return {
    status,
    flushes: Number(rows[0]?.count),
    atDeposit: await paying.balanceOf(symbol, to),
    atSplit: await paying.balanceOf(symbol, split?.address as Address),
  }
}

test('behavior: native tokens whose flush a lagging node left out pay the receipt', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  expect(await payAndMissFlush('ETH')).toMatchObject({
    status: expect.stringMatching(/paid|completed|reconciled/),
  })
})

test('behavior: tokens whose flush a lagging node left out are distributed', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  expect(await payAndMissFlush('USDC')).toEqual({
    status: expect.stringMatching(/completed|reconciled/),
    flushes: 1,
    atDeposit: 0n,
    atSplit: 0n,
  })
})
