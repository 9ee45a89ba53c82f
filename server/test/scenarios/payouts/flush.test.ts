// @module-tag slow
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { relay } from '../../../src/features/payouts/relay.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import type { Address, Hash } from '../../../src/lib/hex.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import { endOutgoing } from '../../fixtures/end-outgoing.js'
import {
  placeHostileReceiver,
  type ReceiverTrick,
} from '../../fixtures/hostile/hostile-contracts.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const chainId = 84_532
const MINUTE_MS = 60_000

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  const { db } = paying.app.ctx
  await db.query('truncate outgoing_attempts, outgoing_transactions, payout_backoffs')
  await db.query(
    'update deposits set native_units = null, native_since = null, native_flush_key = null, native_until = 0',
  )
})

type Order = { id: string; to: Address; nativeUnits: bigint }

let counter = 0
/** Creates a receipt of 3 dollars and opens its payment page. */
async function order(seller: Seller): Promise<Order> {
  counter += 1
  const id = `flush-${counter}`
  await seller.post('/api/receipts', { id, totalUsd: 3, lineItems: [{ label: 'A', priceUsd: 3 }] })
  const { payment } = (
    await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
  ).json()
  const option = payment.options.find((option: { symbol: string }) => option.symbol === 'ETH')
  const to = await paying.depositOf(seller.wallet, id)
  return { id, to, nativeUnits: BigInt(option.amountUnits) }
}

async function payNative(seller: Seller, count = 1): Promise<Order[]> {
  const orders: Order[] = []
  for (let n = 0; n < count; n += 1) {
    const dueOrder = await order(seller)
    await paying.pay('ETH', { from: paying.buyer, to: dueOrder.to, units: dueOrder.nativeUnits })
    orders.push(dueOrder)
  }
  return orders
}

async function payUsdc(seller: Seller): Promise<Order> {
  const dueOrder = await order(seller)
  await paying.pay('USDC', { from: paying.buyer, to: dueOrder.to, units: 3_000_000n })
  return dueOrder
}

async function aHostile(trick: ReceiverTrick = 'BurnGasOnChain'): Promise<Seller> {
  const seller = await aSeller(paying.app, { hasSplit: false })
  await placeHostileReceiver(paying.chain, { address: seller.wallet, trick })
  return seller
}

type SentTransaction = { key: string; state: string; gas: string; hash: Hash | null }

async function flushes(): Promise<SentTransaction[]> {
  const { rows } = await paying.app.ctx.db.query<SentTransaction>(
    `select key, state, gas, hash from outgoing_transactions
     where purpose like 'deposit.flush%' order by planned_us`,
  )
  return rows
}

async function gasOfFlushes(): Promise<number[]> {
  return (await flushes()).map(({ gas }) => Number(gas))
}

/** Returns the failures of a payout address and the minutes until the next attempt, or null. */
async function backoffOf({ wallet }: Seller, token = nativeToken) {
  const { ctx } = paying.app
  const { rows } = await ctx.db.query<{ failures: number; retry_after: string }>(
    `select failures, retry_after from payout_backoffs where payout_address = $1 and token = $2`,
    [wallet, token],
  )
  const [row] = rows
  const minutes = (Number(row?.retry_after) - ctx.now()) / MINUTE_MS
  return row ? { failures: row.failures, minutes } : null
}

/** Returns when waiting native tokens were first seen. */
async function timesOf({ wallet }: Seller): Promise<string[]> {
  const { rows } = await paying.app.ctx.db.query<{ native_since: string }>(
    'select distinct native_since from deposits where merchant = $1 and native_units is not null',
    [wallet],
  )
  return rows.map(({ native_since }) => native_since)
}

async function expectCompleted(seller: Seller, orders: readonly Order[]): Promise<void> {
  for (const { id } of orders) {
    const { status } = (await seller.get(`/api/receipts/${id}`)).json()
    expect(status).toMatch(/^(completed|reconciled)$/)
  }
}

/** Indexes and settles without relaying. */
async function read(): Promise<void> {
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey: undefined }
  await createWatcher({ ...ctx, config }, ctx.chain as Chain).runRound(new AbortController().signal)
}

const wait = (minutes: number) => paying.app.ctx.clock.advance(minutes * MINUTE_MS)

/** Ends the only planned flush without sending it. */
async function revertFlush(): Promise<void> {
  const open = (await flushes()).filter(({ state }) => state === 'planned')
  expect(open).toHaveLength(1)
  await endOutgoing(paying.app.ctx.db, open[0]?.key ?? '', 'reverted')
}

describe('flushes', { timeout: 60_000 }, () => {
  test('default: hostile payout addresses do not delay 18 others', async () => {
    const innocent = await aSeller(paying.app)
    const hostile = [await aHostile(), await aHostile()]
    for (const wallet of hostile) await payNative(wallet)
    const orders = await payNative(innocent, 18)
    await paying.settle(20)

    expect(await gasOfFlushes()).toEqual([680_000, 680_000, 18 * 480_000 + 200_000])
    expect((await flushes()).at(-1)?.state).toMatch(/^(mined|final)$/)
    await expectCompleted(innocent, orders)
    for (const hostileWallet of hostile)
      expect(await backoffOf(hostileWallet)).toEqual({ failures: 1, minutes: 4 })
  })

  test('behavior: a payout address that backs off costs one payment per attempt', async () => {
    const hostile = await aHostile()
    const orders = await payNative(hostile, 8)
    const paidAt = String(paying.app.ctx.now())
    await paying.settle(20)
    expect(await gasOfFlushes()).toEqual([680_000])
    expect(await backoffOf(hostile)).toEqual({ failures: 1, minutes: 4 })
    expect(await timesOf(hostile)).toEqual([paidAt])

    for (const [attempt, minutes] of [4, 8, 16].entries()) {
      wait(minutes)
      await paying.settle()
      expect(await gasOfFlushes()).toHaveLength(attempt + 2)
      expect((await gasOfFlushes()).at(-1)).toBe(680_000)
      const doubled = { failures: attempt + 2, minutes: 2 * minutes }
      expect(await backoffOf(hostile)).toEqual(doubled)
    }

    expect(await timesOf(hostile)).toEqual([paidAt])
    await paying.chain.call('anvil_setCode', hostile.wallet, '0x')
    wait(32)
    await paying.settle(60)
    expect(await backoffOf(hostile)).toBeNull()
    await expectCompleted(hostile, orders)
  })

  test('behavior: a wallet that accepts native tokens and burns gas backs off too', async () => {
    const hostile = await aHostile('AcceptAndBurnGas')
    const orders = await payNative(hostile, 3)
    await paying.settle(20)
    expect(await flushes()).toHaveLength(1)
    expect(await backoffOf(hostile)).toBeNull()
    for (const [attempt, minutes] of [4, 8].entries()) {
      wait(minutes - 1)
      await paying.settle()
      expect(await flushes()).toHaveLength(attempt + 1)
      wait(1)
      await paying.settle()
      expect(await flushes()).toHaveLength(attempt + 2)
    }
    await expectCompleted(hostile, orders)
  })

  test('behavior: native tokens to a wallet without code go alone, five at a time', async () => {
    const seller = await aSeller(paying.app, { hasSplit: false })
    const orders = await payNative(seller, 7)
    await paying.watch()
    expect(await gasOfFlushes()).toEqual(Array(5).fill(680_000))
    await paying.settle(20)
    await expectCompleted(seller, orders)
    expect(await flushes()).toHaveLength(7)
  })

  test('behavior: a wallet without a gas budget waits, and is not looked at in every round', async () => {
    const seller = await aSeller(paying.app, { hasSplit: false })
    const orders = await payNative(seller)
    const { ctx } = paying.app
    const spent = { ...ctx, config: { ...ctx.config, relayerDailyGas: 1n } }
    // One transaction is always allowed, so there must have been another.
    await ctx.db.query(
      `insert into outgoing_transactions (id, chain_id, key, purpose, priority, merchant, recipient,
         data, value, gas, created_at)
       values ('txn_spent', $1, 'spent', 'deposit.flush_wallet', 1, '', '0x', '0x', 0, 1000000, 0)`,
      [chainId],
    )
    await read()
    expect(await relay(spent)).toMatchObject({ flushes: 0 })
    expect(await backoffOf(seller)).not.toBeNull()
    await ctx.db.query(`delete from outgoing_transactions where id = 'txn_spent'`)
    expect(await relay(ctx)).toMatchObject({ flushes: 0 })
    wait(5)
    await paying.settle()
    await expectCompleted(seller, orders)
  })

  test('behavior: a flush by anyone ends the backoff', async () => {
    const hostile = await aHostile()
    const [first] = await payNative(hostile, 2)
    await paying.settle()
    expect(await backoffOf(hostile)).toMatchObject({ failures: 1 })

    await paying.chain.call('anvil_setCode', hostile.wallet, '0x')
    const { wallet: merchant } = hostile
    const receiptKey = await paying.receiptKeyOf(merchant, first?.id ?? '')
    const args = [receiptKey, merchant, nativeToken] as const
    const data = encodeFunctionData({ abi: paymentGatewayAbi, functionName: 'flush', args })
    await paying.send(paying.buyer, paymentGateway.address, data)
    await paying.watch()
    expect(await backoffOf(hostile)).toBeNull()
  })

  test('behavior: an outdated balance does not delay the payout address', async () => {
    const seller = await aSeller(paying.app)
    const { to } = await order(seller)
    await paying.app.ctx.db.query(
      'update deposits set native_units = 7, native_since = $2, native_until = 0 where address = $1',
      [to, paying.app.ctx.now()],
    )
    await paying.settle()
    expect(await flushes()).toHaveLength(1)
    const { rows } = await paying.app.ctx.db.query('select 1 from payout_backoffs')
    expect(rows).toEqual([])
    const orders = await payNative(seller)
    await paying.settle()
    await expectCompleted(seller, orders)
  })

  test('behavior: native tokens and ERC-20 tokens go in separate transactions', async () => {
    const seller = await aSeller(paying.app)
    await payNative(seller, 2)
    await payUsdc(seller)
    await paying.watch()
    expect(await gasOfFlushes()).toEqual([680_000, 1_160_000])
    await paying.settle()
  })

  test('behavior: payments of a reverted batch go one by one, at once', async () => {
    const seller = await aSeller(paying.app)
    const orders = [await payUsdc(seller), await payUsdc(seller)]
    await paying.watch()
    await revertFlush()
    expect(await relay(paying.app.ctx)).toMatchObject({ flushes: 2 })
    expect(await gasOfFlushes()).toEqual([1_160_000, 680_000, 680_000])
    await paying.settle()
    await expectCompleted(seller, orders)
  })

  test('behavior: native tokens of a reverted batch go one by one, five at a time', async () => {
    const seller = await aSeller(paying.app)
    const orders = await payNative(seller, 7)
    await paying.watch()
    await revertFlush()
    expect(await relay(paying.app.ctx)).toMatchObject({ flushes: 5 })
    expect(await relay(paying.app.ctx)).toMatchObject({ flushes: 0 })
    await paying.settle(20)
    await expectCompleted(seller, orders)
    expect(await flushes()).toHaveLength(8)
  })

  test('behavior: tokens that revert alone back off, up to a day', async () => {
    const seller = await aSeller(paying.app, { hasSplit: false })
    const dueUnits = await payUsdc(seller)
    await paying.watch()
    const { ctx } = paying.app
    const minutes = [4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]
    for (const [index, expected] of minutes.entries()) {
      await revertFlush()
      expect(await relay(ctx)).toMatchObject({ flushes: 0 })
      const { rows } = await ctx.db.query<{ flush_failures: number; flush_after: string }>(
        'select flush_failures, flush_after from payments where receipt_id = $1',
        [dueUnits.id],
      )
      const after = String(ctx.now() + expected * MINUTE_MS)
      expect(rows).toEqual([{ flush_failures: index + 1, flush_after: after }])
      wait(expected)
      expect(await relay(ctx)).toMatchObject({ flushes: 1 })
    }
    await paying.settle()
    await expectCompleted(seller, [dueUnits])
  })
})
