import { encodeFunctionData, multicall3Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTrialBalance } from '../src/features/ledger/get-trial-balance.js'
import { maxSmall } from '../src/features/payments/index/drop-dust.js'
import { getReceipt } from '../src/features/receipts/read/get-receipt.js'
import { createWatcher } from '../src/features/settlement/round.js'
import type { Address } from '../src/lib/hex.js'
import type { Chain } from '../src/platform/chain/chain.js'
import { multicall3, paymentGateway } from '../src/platform/chain/contracts.js'
import { paymentGatewayAbi } from '../src/platform/chain/generated/payment-gateway.js'
import type { Db, Queryable } from '../src/platform/db/db.js'
import { aSeller, type Seller } from './fixtures/seller.js'
import { type Paying, startPaying } from './paying.js'

const erc20 = parseAbi(['function transfer(address to, uint256 units)'])
const lineItems = [{ label: 'A', priceUsd: 5 }]
const signal = new AbortController().signal

/** A block of 30 million gas holds this many transfers with a flush. */
const pairsPerBlock = 250

type Limits = { paidMs: number; statementMs: number }
type AttackTarget = { seller: Seller; to: Address }
let paying: Paying

/** Sends one unit many times, in one transaction. */
async function flood(to: Address, dust: number): Promise<void> {
  await paying.pay('USDC', { from: paying.buyer, to: multicall3, units: BigInt(dust) })
  const callData = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, 1n] })
  const call = { target: paying.tokenOf('USDC'), allowFailure: false, callData }
  const calls = Array.from({ length: dust }, () => call)
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  await paying.send(paying.buyer, multicall3, data)
}

/** Sends one unit and flushes it, many times. */
async function floodFlushes({ seller, to }: AttackTarget, pairs: number): Promise<void> {
  const { wallet: merchant } = seller
  const { payoutAddress } = await getReceipt(paying.app.ctx, { merchant, id: 'r-1' })
  const receiptKey = await paying.receiptKeyOf(merchant, 'r-1')
  const token = paying.tokenOf('USDC')
  const send = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, 1n] })
  const flush = encodeFunctionData({
    abi: paymentGatewayAbi,
    functionName: 'flush',
    args: [receiptKey, payoutAddress, token],
  })
  const pair = [
    { target: token, allowFailure: false, callData: send },
    { target: paymentGateway.address, allowFailure: false, callData: flush },
  ]
  await paying.pay('USDC', { from: paying.buyer, to: multicall3, units: BigInt(pairs) })
  for (let remainingPairs = pairs; remainingPairs > 0; remainingPairs -= pairsPerBlock) {
    const calls = Array.from({ length: Math.min(remainingPairs, pairsPerBlock) }, () => pair).flat()
    const args = [calls] as const
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
    await paying.send(paying.buyer, multicall3, data)
  }
}

async function aReceipt(hasSplit = true): Promise<AttackTarget> {
  const seller = await aSeller(paying.app, { hasSplit })
  await seller.post('/api/receipts', { id: 'r-1', totalUsd: 5, lineItems })
  return { seller, to: await paying.depositOf(seller.wallet, 'r-1') }
}

const payBill = (to: Address) => paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })

/** Wraps a database and keeps the duration of its slowest statement. */
function timedDb(db: Db): { db: Db; slowest: { ms: number; sql: string } } {
  const slowest = { ms: 0, sql: '' }
  const timed = (inner: Queryable): Queryable => ({
    ...inner,
    async query(sql, params) {
      const from = performance.now()
      const result = await inner.query<never>(sql, params)
      const ms = performance.now() - from
      if (ms > slowest.ms) Object.assign(slowest, { ms, sql })
      return result
    },
  })
  const transaction: Db['transaction'] = (work) => db.transaction((tx) => work(timed(tx)))
  return { db: { ...db, ...timed(db), transaction }, slowest }
}

/** Runs rounds until a receipt is paid and nothing is left to book. */
async function runUntilBooked(seller: Seller) {
  const { ctx } = paying.app
  const { db, slowest } = timedDb(ctx.db)
  const watcher = createWatcher({ ...ctx, db }, ctx.chain as Chain)
  const from = performance.now()
  let paidMs: number | null = null
  for (let round = 0; round < 60; round += 1) {
    const { hasMore } = await watcher.runRound(signal)
    const { status } = (await seller.get('/api/receipts/r-1')).json()
    if (paidMs === null && (status === 'paid' || status === 'completed')) {
      paidMs = performance.now() - from
    }
    if (!hasMore && paidMs !== null) break
  }
  return { paidMs, bookedMs: performance.now() - from, slowest }
}

function report({ paidMs, bookedMs, slowest }: Awaited<ReturnType<typeof runUntilBooked>>): void {
  const times = [paidMs, bookedMs, slowest.ms].map((ms) => `${ms?.toFixed()} ms`)
  process.stdout.write(
    `paid after ${times[0]}, booked after ${times[1]}, slowest statement ${times[2]}\n`,
  )
}

async function countPosted({ wallet }: Seller): Promise<number> {
  const { rows } = await paying.app.ctx.db.query<{ count: number }>(
    'select count(*)::int as count from payments where merchant = $1 and ledger_revision = 1',
    [wallet],
  )
  return rows[0]?.count ?? 0
}

/**
 * Tests with this many transfers, and pairs of a transfer and its flush. Limits are for an idle
 * machine.
 */
export function testFloods(size: { dust: number; pairs: number; limits: Limits | null }): void {
  const { dust, pairs, limits } = size
  beforeAll(async () => {
    paying = await startPaying()
  }, 60_000)
  afterAll(() => paying.close())

  function check({ paidMs, bookedMs, slowest }: Awaited<ReturnType<typeof runUntilBooked>>): void {
    expect(paidMs).not.toBeNull()
    if (!limits) return
    report({ paidMs, bookedMs, slowest })
    expect(paidMs).toBeLessThan(limits.paidMs)
    expect(slowest.ms, slowest.sql).toBeLessThan(limits.statementMs)
  }

  test('behavior: does not delay the payments of others', { timeout: 180_000 }, async () => {
    const attacked = await aReceipt()
    const victim = await aReceipt()
    await flood(attacked.to, dust)
    await payBill(victim.to)
    await paying.mine(3)
    check(await runUntilBooked(victim.seller))
  })

  test('behavior: flushes of one address do not delay others', { timeout: 180_000 }, async () => {
    const attacked = await aReceipt(false)
    const victim = await aReceipt()
    await floodFlushes(attacked, pairs)
    await payBill(victim.to)
    await paying.mine(3)
    check(await runUntilBooked(victim.seller))
    const { rows } = await paying.app.ctx.db.query<{ kind: string; units: string }>(
      'select kind, sum(units) as units from payments where deposit_address = $1 group by kind',
      [attacked.to],
    )
    expect(rows).toEqual([{ kind: 'deposit', units: String(Math.min(pairs, maxSmall)) }])
  })

  test.each([
    { name: 'a split', hasSplit: true },
    { name: 'a wallet', hasSplit: false },
  ])(
    'behavior: does not delay the receipt that it goes to, of $name',
    {
      timeout: 180_000,
    },
    async ({ hasSplit }) => {
      const { seller, to } = await aReceipt(hasSplit)
      await flood(to, dust)
      await payBill(to)
      await paying.mine(3)
      check(await runUntilBooked(seller))
      const recorded = Math.min(dust, maxSmall)
      expect(await countPosted(seller)).toBe(recorded + 1)
      const { accounts, isBalanced } = await getTrialBalance(paying.app.ctx, seller.wallet)
      expect(isBalanced).toBe(true)
      const credit = accounts.find(({ account }) => account === 'customer_credit')
      expect(credit && credit.creditUnits - credit.debitUnits).toBe(BigInt(recorded))
    },
  )
}
