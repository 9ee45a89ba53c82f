// @module-tag slow
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { createSplitWatch } from '../../../src/features/payouts/distribute/split-watch.js'
import { checkSettlement } from '../../../src/features/settlement/check-settlement.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { findSplit } from '../../../src/features/split/find-split.js'
import type { Address } from '../../../src/lib/hex.js'
import { HOUR_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { merchantSplitAbi } from '../../../src/platform/chain/generated/merchant-split.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import type { Context } from '../../../src/platform/context.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

/** Three dollars. */
const milli = 10n ** 15n

let paying: Paying
let live: Context
beforeAll(async () => {
  paying = await startPaying()
  const { ctx } = paying.app
  const terms = { mode: 'live', settleMinUsd: 5, settleWithinHours: 24 } as const
  live = { ...ctx, config: { ...ctx.config, ...terms, rateProviders: ['fixed'] } }
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.settle()
  await paying.app.ctx.db.query('truncate outgoing_attempts, outgoing_transactions')
})

async function splitOf({ wallet }: Seller): Promise<Address> {
  const split = await findSplit(paying.app.ctx, wallet)
  if (!split) throw new Error('the seller has no split')
  return split.address
}

async function payDirectly(seller: Seller, units = milli): Promise<Address> {
  const split = await splitOf(seller)
  await paying.pay('ETH', { from: paying.buyer, to: split, units })
  return split
}

/** Distributes as a third party. */
async function distribute(split: Address): Promise<void> {
  const functionName = 'distribute'
  const data = encodeFunctionData({ abi: merchantSplitAbi, functionName, args: [nativeToken] })
  await paying.send(paying.buyer, split, data)
}

async function countSent(): Promise<number> {
  const { rows } = await paying.app.ctx.db.query<{ count: string }>(
    `select count(*) from outgoing_transactions where purpose = 'split.distribute_coin'`,
  )
  return Number(rows[0]?.count)
}

/** Returns the balances of a merchant in units, debits positive, without zeros. */
async function balances({ wallet }: Seller): Promise<Record<string, bigint>> {
  const { accounts, isBalanced } = await getTrialBalance(paying.app.ctx, wallet)
  expect(isBalanced).toBe(true)
  const sums = accounts.map((sum) => [sum.account, sum.debitUnits - sum.creditUnits] as const)
  return Object.fromEntries(sums.filter(([, units]) => units !== 0n))
}

/** Runs one round in live mode, some time later. */
async function lookLive(laterMs = 0): Promise<void> {
  const now = () => (paying.app.ctx.now() + laterMs) as never
  const later = { ...live, now }
  await createWatcher(later, live.chain as Chain).runRound(new AbortController().signal)
}

describe('native token sent directly to a split', { timeout: 60_000 }, () => {
  test.each([true, false])('default: is distributed (deployed: %s)', async (deploy) => {
    const seller = await aSeller(paying.app, { deploy })
    const split = await payDirectly(seller)
    await paying.settle(20)
    expect(await paying.balanceOf('ETH', split)).toBe(0n)
    expect(await paying.balanceOf('ETH', seller.wallet)).toBe((milli * 995n) / 1000n)
    expect(await countSent()).toBe(1)
    expect(await balances(seller)).toEqual({ proceeds: milli, customer_credit: -milli })

    await paying.mine(3)
    await paying.settle()
    expect(await countSent(), 'nothing is left to distribute').toBe(1)
    await payDirectly(seller)
    await paying.settle(20)
    expect(await balances(seller)).toEqual({ proceeds: 2n * milli, customer_credit: -2n * milli })
  })

  test('behavior: waits for the threshold, and is late only after it', async () => {
    const seller = await aSeller(paying.app)
    await payDirectly(seller)
    await lookLive()
    await lookLive()
    expect(await countSent()).toBe(0)
    expect(await checkSettlement(live)).toMatchObject({ ok: true, payoutsOverdue: 0 })
    const now = () => (live.now() + 26 * HOUR_MS) as never
    expect(await checkSettlement({ ...live, now })).toMatchObject({ ok: false, payoutsOverdue: 1 })
    await lookLive(25 * HOUR_MS)
    expect(await countSent()).toBe(1)
    await paying.settle(20)
    expect(await checkSettlement({ ...live, now })).toMatchObject({ ok: true, payoutsOverdue: 0 })
  })

  test('behavior: moves at once from the threshold on', async () => {
    const seller = await aSeller(paying.app)
    await payDirectly(seller, 2n * milli)
    await lookLive()
    expect(await countSent()).toBe(1)
    await paying.settle(20)
  })

  test('behavior: stays below a cent, and below a millionth of a dollar in a sandbox', async () => {
    const seller = await aSeller(paying.app)
    const split = await payDirectly(seller, milli / 1000n)
    await lookLive(25 * HOUR_MS)
    expect(await countSent()).toBe(0)
    await paying.settle(20)
    expect(await countSent()).toBe(1)
    await payDirectly(seller, 2_000_000n)
    await paying.settle()
    expect(await countSent()).toBe(1)
    expect(await paying.balanceOf('ETH', split)).toBe(2_000_000n)
  })

  test('behavior: that a third party distributes first costs no gas', async () => {
    const seller = await aSeller(paying.app)
    await paying.settle()
    const split = await payDirectly(seller)
    await lookLive()
    await distribute(split)
    await paying.settle(20)
    expect(await countSent()).toBe(0)
    expect(await balances(seller)).toEqual({ proceeds: milli, customer_credit: -milli })
    await payDirectly(seller)
    await paying.settle(20)
    expect(await balances(seller)).toEqual({ proceeds: 2n * milli, customer_credit: -2n * milli })
  })

  test('behavior: goes out with the payment of a receipt, and is booked once', async () => {
    const seller = await aSeller(paying.app)
    const lineItems = [{ label: 'A', priceUsd: 3 }]
    await seller.post('/api/receipts', { id: 'n-1', totalUsd: 3, lineItems })
    const to = await paying.depositOf(seller.wallet, 'n-1')
    await paying.app.inject(`/api/portal/n-1?recipient=${seller.wallet}`)
    await paying.pay('ETH', { from: paying.buyer, to, units: milli })
    await payDirectly(seller)
    await paying.settle(20)
    expect(await paying.balanceOf('ETH', seller.wallet)).toBe((2n * milli * 995n) / 1000n)
    const { status } = (await seller.get('/api/receipts/n-1')).json()
    expect(status).toMatch(/^(completed|reconciled)$/)
    expect(await balances(seller)).toMatchObject({ proceeds: 2n * milli, customer_credit: -milli })
  })

  test('behavior: that a recipient refuses is not distributed again and again', async () => {
    const seller = await aSeller(paying.app, { deploy: false })
    const refusing = { address: paying.tokenOf('USDC'), sharesBps: 5_000 }
    const recipients = [{ address: seller.wallet, sharesBps: 4_950 }, refusing]
    const response = await seller.act('/api/split/deploy', { recipients, deploy: 'now' })
    expect(response.statusCode, response.body).toBe(200)
    await paying.settle(20)
    const split = await payDirectly(seller)
    await paying.settle(20)
    expect(await paying.balanceOf('ETH', split)).toBe(milli / 2n)
    for (let round = 0; round < 3; round += 1) {
      await paying.mine(1)
      await paying.settle()
    }
    expect(await countSent()).toBe(1)
  })

  test('behavior: that a reorg removes is forgotten', async () => {
    const seller = await aSeller(paying.app)
    const split = await payDirectly(seller)
    await lookLive()
    await paying.chain.call('anvil_reorg', 1, [])
    await paying.mine(1)
    await lookLive()
    const { rows } = await live.db.query('select found_units from split_totals where split = $1', [
      split,
    ])
    expect(rows).toEqual([{ found_units: null }])
    await paying.settle()
    expect(await countSent()).toBe(0)
    expect(await balances(seller)).toEqual({})
  })

  test('behavior: one request reads at most 100 splits of any number, all of them in rotation', async () => {
    const { ctx } = paying.app
    await ctx.db.query(
      `insert into split_contracts (chain_id, address, merchant)
       select $1, '0x' || lpad(to_hex(number), 40, '0'), $2 from generate_series(1, 120) as number`,
      [ctx.config.chainId, (await aSeller(paying.app)).wallet],
    )
    const lookups: string[][] = []
    const chain = {
      async callMany(calls: Parameters<Chain['callMany']>[0]) {
        lookups.push(calls.filter((_, index) => index % 2 === 1).map(({ to }) => to))
        return calls.map(() => null)
      },
    }
    const { rows } = await ctx.db.query<{ count: string }>('select count(*) from split_contracts')
    const rounds = Math.ceil((Number(rows[0]?.count) + 1) / 50)
    const watch = createSplitWatch(ctx, chain)
    for (let round = 0; round < rounds; round += 1) {
      await watch.check()
      expect(await watch.check(), 'no new block').toBe(0)
      await ctx.db.query('update chain_cursors set block_number = block_number + 1')
    }
    expect(lookups).toHaveLength(rounds)
    expect(Math.max(...lookups.map((splits) => splits.length))).toBeLessThanOrEqual(100)
    expect(new Set(lookups.flat()).size).toBe(Number(rows[0]?.count))
    await ctx.db.query('update chain_cursors set block_number = block_number - $1', [rounds])
    await ctx.db.query(`delete from split_contracts where address like '0x00000000%'`)
  })
})
