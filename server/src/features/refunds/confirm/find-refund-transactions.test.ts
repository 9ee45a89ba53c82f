// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import type { Role } from '../../../auth/roles.js'
import { type Address, knownAddress } from '../../../lib/hex.js'
import { DAY_MS, unixMs } from '../../../lib/time.js'
import type { Chain, LogFilter } from '../../../platform/chain/chain.js'
import { setChainTime } from '../../sandbox/advance-clock.js'
import { confirmRefunds } from './confirm-refunds.js'
import { findRefundTransactions } from './find-refund-transactions.js'

/** A wallet with its own tokens. */
const staff = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')

let paying: Paying
let chain: Chain
let buyer: Address
beforeAll(async () => {
  paying = await startPaying()
  chain = paying.app.ctx.chain as Chain
}, 60_000)
afterAll(() => paying.close())
// A buyer of its own and no other search, so that tests do not affect each other.
beforeEach(async () => {
  buyer = aWallet()
  await paying.app.ctx.db.query('update refunds set next_search_at = 9e15')
})

/** A shop, with the wallet that sends refunds in a role. */
async function aShop(role: Role | null = 'admin', joinedAt: number | null = 0): Promise<Seller> {
  const seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 10 }] })
  if (role) {
    await paying.app.ctx.db.query(
      'insert into members (merchant, person, role, created_at, joined_at) values ($1, $2, $3, 0, $4)',
      [seller.wallet, staff, role, joinedAt],
    )
  }
  return seller
}

async function paidOrder(seller: Seller, symbol: 'USDC' | 'ETH' = 'USDC'): Promise<string> {
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const to = await paying.depositOf(seller.wallet, receipt.receiptId)
  const shown = (await paying.app.inject(`/api/portal/${receipt.receiptId}`)).json()
  const option = shown.payment.options.find(
    (option: { symbol: string }) => option.symbol === symbol,
  )
  await paying.pay(symbol, { from: paying.buyer, to, units: BigInt(option.amountUnits) })
  await paying.settle()
  paying.app.ctx.clock.advance(1)
  return receipt.receiptId
}

const send = (units: bigint, from: Address = staff) =>
  paying.pay('USDC', { from, to: buyer, units })

async function record(seller: Seller, receiptId: string, usd: number): Promise<void> {
  const body = { receiptId, usd, buyer }
  expect((await seller.act('/api/receipts/refund', body)).statusCode).toBe(200)
  paying.app.ctx.clock.advance(1)
}

async function check(): Promise<void> {
  await findRefundTransactions(paying.app.ctx, chain)
  await confirmRefunds(paying.app.ctx, chain)
}

async function refundsOf(seller: Seller, id: string) {
  return (await seller.get(`/api/receipts/${id}`)).json().refunds
}

describe('findRefundTransactions', () => {
  test('default: finds and confirms a transfer of staff to the buyer', async () => {
    const seller = await aShop()
    const id = await paidOrder(seller)
    await record(seller, id, 3)
    await check()
    expect(await refundsOf(seller, id)).toMatchObject([{ txHash: null, confirmed: false }])
    const txHash = await send(3_000_000n)
    paying.app.ctx.clock.advance(20_000)
    await check()
    expect(await refundsOf(seller, id)).toMatchObject([{ txHash, confirmed: true }])
  })

  test('behavior: finds a transfer that was sent before the refund was recorded', async () => {
    const seller = await aShop()
    const id = await paidOrder(seller)
    const txHash = await send(2_500_000n)
    await record(seller, id, 2.5)
    await check()
    expect(await refundsOf(seller, id)).toMatchObject([{ txHash, confirmed: true }])
  })

  test('behavior: finds a refund that was recorded by status', async () => {
    const seller = await aShop()
    const id = await paidOrder(seller)
    await seller.act('/api/receipts/status', { receiptId: id, status: 'refunded' })
    buyer = paying.buyer
    const txHash = await send(10_050_000n)
    await check()
    expect(await refundsOf(seller, id)).toMatchObject([{ txHash, confirmed: true }])
  })

  test.each([
    ['of a third party', null, 0],
    ['of a cashier', 'cashier', 0],
    ['of an admin who has not joined', 'admin', null],
  ] as const)('behavior: ignores a transfer %s', async (_, role, joinedAt) => {
    const seller = await aShop(role, joinedAt)
    const id = await paidOrder(seller)
    await record(seller, id, 1.5)
    await send(1_500_000n)
    await check()
    expect(await refundsOf(seller, id)).toMatchObject([{ txHash: null, confirmed: false }])
  })

  test('behavior: ignores a smaller transfer and one before the payment', async () => {
    const seller = await aShop()
    await send(4_100_000n)
    const { timestampSeconds } = (await chain.findBlock('latest')) ?? { timestampSeconds: 0n }
    await setChainTime(paying.chain.url, unixMs(Number(timestampSeconds) * 1_000 + 120_000))
    const id = await paidOrder(seller)
    await record(seller, id, 4.1)
    await send(4_089_999n)
    await check()
    expect(await refundsOf(seller, id)).toMatchObject([{ txHash: null, confirmed: false }])
  })

  test('behavior: a transfer confirms one refund, and a named one keeps its transfer', async () => {
    const seller = await aShop()
    const [first, second, third] = [
      await paidOrder(seller),
      await paidOrder(seller),
      await paidOrder(seller),
    ]
    const named = await send(2_000_000n)
    const body = { receiptId: first, usd: 2, buyer, txHash: named }
    await seller.act('/api/receipts/refund', body)
    paying.app.ctx.clock.advance(1)
    await record(seller, second, 2)
    await record(seller, third, 2)
    const txHash = await send(2_000_000n)
    await Promise.all([check(), check()])
    await check()
    expect(await refundsOf(seller, first)).toMatchObject([{ txHash: named, confirmed: true }])
    expect(await refundsOf(seller, second)).toMatchObject([{ txHash, confirmed: true }])
    expect(await refundsOf(seller, third)).toMatchObject([{ txHash: null, confirmed: false }])
  })

  test('behavior: continues where it stopped, with growing pauses, for 30 days', async () => {
    const seller = await aShop()
    const id = await paidOrder(seller)
    await record(seller, id, 1)
    const ranges: LogFilter[] = []
    let head = 2_999n
    const long: Chain = {
      ...chain,
      async findBlock(which) {
        const block = await chain.findBlock('latest')
        return block && { ...block, number: which === 'latest' ? head : 0n }
      },
      async listLogs(filter) {
        ranges.push(filter)
        return []
      },
    }
    const search = async (afterMs: number) => {
      ranges.length = 0
      paying.app.ctx.clock.advance(afterMs)
      await findRefundTransactions(paying.app.ctx, long)
      return ranges.length
    }
    // Four ranges of 500 blocks a round.
    expect(await search(0)).toBe(4)
    expect(ranges.map(({ fromBlock }) => fromBlock)).toEqual([0n, 500n, 1_000n, 1_500n])
    expect(await search(0)).toBe(2)
    expect(ranges).toMatchObject([
      { fromBlock: 2_000n, toBlock: 2_499n },
      { fromBlock: 2_500n, toBlock: 2_999n },
    ])
    head += 1n
    expect(await search(9_999)).toBe(0)
    expect(await search(1)).toBe(1)
    expect(ranges).toMatchObject([{ fromBlock: 3_000n, toBlock: 3_000n }])
    head += 1n
    expect(await search(19_999)).toBe(0)
    expect(await search(1)).toBe(1)
    head += 1n
    expect(await search(30 * DAY_MS)).toBe(0)
  })

  test('behavior: starts an hour before the refund was recorded', async () => {
    const seller = await aShop()
    const id = await paidOrder(seller)
    await record(seller, id, 1)
    const starts: bigint[] = []
    const head = 100_000n
    const nowSeconds = BigInt(Math.floor(paying.app.ctx.now() / 1_000))
    const twoSecondBlocks: Chain = {
      ...chain,
      async findBlock(which) {
        const block = await chain.findBlock('latest')
        const number = typeof which === 'bigint' ? which : head
        const timestampSeconds = nowSeconds - (head - number) * 2n
        return block && { ...block, number, timestampSeconds }
      },
      async listLogs({ fromBlock }) {
        starts.push(fromBlock)
        return []
      },
    }
    await findRefundTransactions(paying.app.ctx, twoSecondBlocks)
    const [start = 0n] = starts
    expect(start <= head - 1_800n && start > head - 1_810n).toBe(true)
  })

  test('behavior: narrows a range that is too wide for the node', async () => {
    const seller = await aShop()
    const id = await paidOrder(seller)
    await record(seller, id, 1.25)
    const txHash = await send(1_250_000n)
    const narrow: Chain = {
      ...chain,
      async listLogs(filter) {
        if (filter.toBlock - filter.fromBlock > 100n) throw new Error('range too wide')
        return chain.listLogs(filter)
      },
    }
    for (let round = 0; round < 40; round += 1) await findRefundTransactions(paying.app.ctx, narrow)
    expect(await refundsOf(seller, id)).toMatchObject([{ txHash }])
  })

  test('behavior: does not search for native tokens', async () => {
    const seller = await aShop()
    const id = await paidOrder(seller, 'ETH')
    await record(seller, id, 1)
    await check()
    const { rows } = await paying.app.ctx.db.query(
      'select search_block, next_search_at > created_at as is_postponed from refunds where receipt_id = $1',
      [id],
    )
    expect(rows).toEqual([{ search_block: null, is_postponed: true }])
  })
})
