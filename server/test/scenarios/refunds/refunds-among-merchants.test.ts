// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmRefunds } from '../../../src/features/refunds/confirm/confirm-refunds.js'
import { findRefundTransactions } from '../../../src/features/refunds/confirm/find-refund-transactions.js'
import { type Address, knownAddress } from '../../../src/lib/hex.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { topicOfAddress } from '../../../src/platform/chain/logs/decode-logs.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

/** A wallet with its own tokens. */
const staff = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** A shop with a paid order, and the wallet that sends its refunds if it has one. */
async function aPaidShop(admin?: Address): Promise<{ seller: Seller; id: string }> {
  const seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 10 }] })
  if (admin) {
    await paying.app.ctx.db.query(
      `insert into members (merchant, person, role, created_at, joined_at)
       values ($1, $2, 'admin', 0, 0)`,
      [seller.wallet, admin],
    )
  }
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const to = await paying.depositOf(seller.wallet, receipt.receiptId)
  await paying.pay('USDC', { from: paying.buyer, to, units: 10_050_000n })
  await paying.settle()
  paying.app.ctx.clock.advance(1)
  return { seller, id: receipt.receiptId }
}

type Shop = Awaited<ReturnType<typeof aPaidShop>>

/** Records a refund of three dollars, and advances the clock. */
async function record({ seller, id }: Shop, refund: { txHash?: string; buyer: Address }) {
  const body = { receiptId: id, usd: 3, ...refund }
  expect((await seller.act('/api/receipts/refund', body)).statusCode).toBe(200)
  paying.app.ctx.clock.advance(1_000)
}

async function isConfirmed({ seller, id }: Shop): Promise<boolean> {
  const { refunds } = (await seller.get(`/api/receipts/${id}`)).json()
  return refunds[0].confirmed
}

const check = () => confirmRefunds(paying.app.ctx, paying.app.ctx.chain as Chain)

describe('refunds of several merchants with one transaction', () => {
  test('default: confirms the refund of the merchant whose staff sent it, not an older one of another', async () => {
    const [victim, other, buyer] = [await aPaidShop(staff), await aPaidShop(), aWallet()]
    const txHash = await paying.pay('USDC', { from: staff, to: buyer, units: 3_000_000n })
    await record(other, { txHash, buyer })
    await record(victim, { txHash, buyer })
    await check()
    expect(await isConfirmed(victim)).toBe(true)
    expect(await isConfirmed(other)).toBe(false)
  })

  test('behavior: a transfer from the wallet of an exchange counts for each merchant that names it', async () => {
    const [first, second, buyer] = [await aPaidShop(), await aPaidShop(), aWallet()]
    const txHash = await paying.pay('USDC', { from: paying.buyer, to: buyer, units: 3_000_000n })
    await record(first, { txHash, buyer })
    await record(second, { txHash, buyer })
    await check()
    expect(await isConfirmed(first)).toBe(true)
    expect(await isConfirmed(second)).toBe(true)
  })

  test('behavior: a former admin who works for another merchant does not confirm a refund', async () => {
    const [former, buyer] = [await aPaidShop(), aWallet()]
    await aPaidShop(staff)
    const txHash = await paying.pay('USDC', { from: staff, to: buyer, units: 3_000_000n })
    await record(former, { txHash, buyer })
    await check()
    expect(await isConfirmed(former)).toBe(false)
  })
})

describe('refunds that the node cannot show', () => {
  const refusal = () => Object.assign(new Error(), { shortMessage: 'more than 10000 results' })

  test('behavior: a refused search is postponed and does not stop the refunds of others', async () => {
    const { ctx } = paying.app
    const [flooded, shop] = [await aPaidShop(staff), await aPaidShop(staff)]
    const [target, buyer] = [aWallet(), aWallet()]
    await record(flooded, { buyer: target })
    await record(shop, { buyer })
    await paying.pay('USDC', { from: staff, to: buyer, units: 3_000_000n })
    const real = ctx.chain as Chain
    let refused = 0
    const chain: Chain = {
      ...real,
      async listLogs(filter) {
        if (!filter.topics.some((some) => some?.includes(topicOfAddress(target)))) {
          return real.listLogs(filter)
        }
        if (filter.toBlock === filter.fromBlock) refused += 1
        throw refusal()
      },
    }
    for (let round = 0; round < 3; round += 1) await findRefundTransactions(ctx, chain)
    expect(refused).toBe(1)
    await check()
    expect(await isConfirmed(shop)).toBe(true)
    ctx.clock.advance(10_000)
    await findRefundTransactions(ctx, chain)
    ctx.clock.advance(10_000)
    await findRefundTransactions(ctx, chain)
    expect(refused).toBe(2)
    ctx.clock.advance(10_000)
    await findRefundTransactions(ctx, chain)
    expect(refused).toBe(3)
  })

  test('behavior: a transaction that the node cannot return does not stop the refunds of others', async () => {
    const { ctx } = paying.app
    const [flooded, shop, buyer] = [await aPaidShop(), await aPaidShop(), aWallet()]
    const huge = `0x${'ab'.repeat(32)}`
    await record(flooded, { txHash: huge, buyer })
    const txHash = await paying.pay('USDC', { from: paying.buyer, to: buyer, units: 3_000_000n })
    await record(shop, { txHash, buyer })
    const real = ctx.chain as Chain
    const chain: Chain = {
      ...real,
      async findTransaction(hash) {
        if (hash === huge) throw refusal()
        return real.findTransaction(hash)
      },
    }
    await confirmRefunds(ctx, chain)
    expect(await isConfirmed(shop)).toBe(true)
  })

  test('behavior: merchants take turns', async () => {
    const { ctx } = paying.app
    await ctx.db.query('update refunds set next_search_at = 9e15')
    const [busy, shop] = [await aPaidShop(), await aPaidShop()]
    await ctx.db.query(
      `insert into refunds (merchant, receipt_id, id, usd_cents, buyer, items, made_by, created_at, token, units)
       select $1, $2, 'rfnd_' || n, 1, $3, '[]', 'test', $4, $5, 10000 from generate_series(1, 20) as n`,
      [busy.seller.wallet, busy.id, aWallet(), ctx.now(), paying.tokenOf('USDC')],
    )
    ctx.clock.advance(1)
    const buyer = aWallet()
    await record(shop, { buyer })
    await findRefundTransactions(ctx, ctx.chain as Chain)
    const { rows } = await ctx.db.query('select from refunds where buyer = $1 and searches = 1', [
      buyer,
    ])
    expect(rows).toHaveLength(1)
  })
})
