import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayer, signPayment } from '../../../test/fixtures/authorization.js'
import { aHash } from '../../../test/fixtures/buyer.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aListedShop, aStranger, type Stranger } from '../../../test/fixtures/stranger.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { Address } from '../../lib/hex.js'

type Option = { symbol: string }

const erc20 = parseAbi(['function transfer(address to, uint256 units)'])

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

async function sign(stranger: Stranger, wish: { as?: Address } = {}) {
  const { payment } = await stranger.look()
  return signPayment({ payment, payer: await aPayer(paying), now: paying.app.ctx.now(), wish })
}

describe('signed payments of orders without a key', () => {
  test('default: of two at the same time, one gets the last piece', async () => {
    const shop = await aListedShop(paying.app)
    const buyers = await Promise.all(
      [1, 2].map(async () => {
        const stranger = await aStranger(paying.app, shop)
        return { ...stranger, body: await sign(stranger) }
      }),
    )
    const tries = await Promise.all(
      buyers.map(async (buyer) => ({ buyer, response: await buyer.post('authorize', buyer.body) })),
    )
    const [won, lost] = tries.toSorted((a, b) => a.response.statusCode - b.response.statusCode)
    if (!won || !lost) throw new Error('there are two buyers')
    expect([won.response.statusCode, lost.response.statusCode]).toEqual([200, 400])
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    expect(lost.response.json()).toMatchObject({ error: 'insufficient_stock', sku: 'T' })
    expect((await lost.buyer.look()).payment).toMatchObject({ soldOut: ['Tea'], options: [] })
    expect((await lost.buyer.receipt()).status).toBe('generated')

    await paying.settle()
    expect((await won.buyer.receipt()).status).toBe('completed')
    expect(await shop.stock()).toEqual({ T: [0, 0] })
    const again = await lost.buyer.post('authorize', lost.buyer.body)
    expect(again.json()).toMatchObject({ error: 'insufficient_stock' })
  })

  test('behavior: an invalid signature holds nothing', async () => {
    const shop = await aListedShop(paying.app)
    const stranger = await aStranger(paying.app, shop)
    const body = await sign(stranger, { as: (await aPayer(paying)).address })
    const response = await stranger.post('authorize', body)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(await shop.stock()).toEqual({ T: [1, 0] })
  })
})

describe('transfers to orders without a key', () => {
  test('default: hold the stock once at least half is paid', async () => {
    const shop = await aListedShop(paying.app, { stockQty: 2 })
    const [small, large] = [await aStranger(paying.app, shop), await aStranger(paying.app, shop)]
    for (const [stranger, units] of [
      [small, 6_000_000n],
      [large, 6_030_000n],
    ] as const) {
      const to = await paying.depositOf(stranger.merchant, stranger.receiptId)
      await paying.pay('USDC', { from: paying.buyer, to, units })
    }
    await paying.look()
    const statuses = [await small.receipt(), await large.receipt()].map(({ status }) => status)
    expect(statuses).toEqual(['pending', 'pending'])
    expect(await shop.stock()).toEqual({ T: [2, 1] })
    await shop.post('/api/inventory', { sku: 'T', stockQty: 1 })
    expect((await small.look()).payment).toMatchObject({
      soldOut: ['Tea'],
      paidUsd: 6,
      options: [],
    })
    expect((await large.look()).payment).toMatchObject({ soldOut: [], paidUsd: 6.03 })
  })

  test('behavior: announced native coin holds the stock before it is flushed, dust does not', async () => {
    const shop = await aListedShop(paying.app)
    const stranger = await aStranger(paying.app, shop)
    const to = await paying.depositOf(stranger.merchant, stranger.receiptId)
    const { payment } = await stranger.look()
    const { amountUnits } = payment.options.find(({ symbol }: Option) => symbol === 'ETH')
    for (const [units, reserved] of [
      [1n, 0],
      [BigInt(amountUnits), 1],
    ] as const) {
      const txHash = await paying.pay('ETH', { from: paying.buyer, to, units })
      expect((await stranger.post('tx', { txHash })).statusCode).toBe(200)
      await paying.look()
      expect(await shop.stock()).toEqual({ T: [1, reserved] })
    }
  })
})

describe('announced transactions of orders without a key', () => {
  /** An account of the chain with ETH and without tokens. */
  const penniless = '0x14dc79964da2c08b23698b3d3cc7ca32193d9955' as Address

  /** Sends a transaction that stays in the mempool, and announces it. */
  async function announce(
    stranger: Stranger,
    {
      to,
      units = 12_060_000n,
      from = paying.buyer,
    }: { to: Address; units?: bigint; from?: Address },
  ): Promise<void> {
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] })
    const transaction = { from, to: paying.tokenOf('USDC'), data, gas: '0x30d40' }
    const txHash = await paying.chain.call('eth_sendTransaction', transaction)
    expect((await stranger.post('tx', { txHash })).statusCode).toBe(200)
  }

  test('default: hold the stock once the node knows them', async () => {
    const shop = await aListedShop(paying.app)
    const [first, second] = [await aStranger(paying.app, shop), await aStranger(paying.app, shop)]
    await paying.chain.call('evm_setAutomine', false)
    const to = await paying.depositOf(first.merchant, first.receiptId)
    // Unknown to the node, to another address, too little, and without the money.
    await first.post('tx', { txHash: aHash() })
    await announce(first, { to: aWallet() })
    await announce(first, { to, units: 6_000_000n })
    await announce(first, { to, from: penniless })
    await paying.look()
    expect(await shop.stock()).toEqual({ T: [1, 0] })

    await announce(first, { to })
    await paying.look()
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    expect((await second.look()).payment.soldOut).toEqual(['Tea'])
    await paying.chain.call('evm_setAutomine', true)
    await paying.chain.call('evm_mine')
    await paying.look()
    expect(await first.receipt()).toMatchObject({ status: 'paid', mismatch: 'over' })
    expect(await shop.stock()).toEqual({ T: [0, 0] })
  })
})
