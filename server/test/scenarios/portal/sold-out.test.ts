// @module-tag slow
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endAuthorizations } from '../../../src/features/authorizations/end-authorizations.js'
import { releaseExpiredStock } from '../../../src/features/inventory/stock/hold-stock.js'
import type { Address, Hash } from '../../../src/lib/hex.js'
import { MINUTE_MS } from '../../../src/lib/time.js'
import {
  type AnonymousBuyer,
  aListedShop,
  anAnonymousBuyer,
} from '../../fixtures/anonymous-caller.js'
import { aPayer, type Payer, signPayment } from '../../fixtures/authorization.js'
import { aHash } from '../../fixtures/buyer.js'
import { aWallet } from '../../fixtures/factories.js'
import { type Paying, startPaying } from '../../paying.js'

type Option = { symbol: string }

const erc20 = parseAbi(['function transfer(address to, uint256 units)'])

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

async function sign(anonymousBuyer: AnonymousBuyer, wish: { as?: Address } = {}) {
  const { payment } = await anonymousBuyer.view()
  return signPayment({ payment, payer: await aPayer(paying), now: paying.app.ctx.now(), wish })
}

describe('signed payments of orders without a key', () => {
  test('default: of two at the same time, one gets the last piece', async () => {
    const shop = await aListedShop(paying.app)
    const buyers = await Promise.all(
      [1, 2].map(async () => {
        const anonymousBuyer = await anAnonymousBuyer(paying.app, shop)
        return { ...anonymousBuyer, body: await sign(anonymousBuyer) }
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
    expect((await lost.buyer.view()).payment).toMatchObject({ soldOut: ['Tea'], options: [] })
    expect((await lost.buyer.receipt()).status).toBe('generated')

    await paying.settle()
    expect((await won.buyer.receipt()).status).toBe('completed')
    expect(await shop.stock()).toEqual({ T: [0, 0] })
    const repeatedResponse = await lost.buyer.post('authorize', lost.buyer.body)
    expect(repeatedResponse.json()).toMatchObject({ error: 'insufficient_stock' })
  })

  test('behavior: one balance holds the stock of one order, until its payment fails', async () => {
    const shop = await aListedShop(paying.app, { stockQty: 5 })
    const payer = await aPayer(paying, { units: 13_000_000n })
    const buyers = [
      await anAnonymousBuyer(paying.app, shop),
      await anAnonymousBuyer(paying.app, shop),
    ]
    for (const buyer of buyers) {
      const { payment } = await buyer.view()
      const body = await signPayment({ payment, payer, now: paying.app.ctx.now() })
      expect((await buyer.post('authorize', body)).statusCode).toBe(200)
    }
    expect(await shop.stock()).toEqual({ T: [5, 1] })
    // The wallet is emptied before the relayer sends.
    const burn = encodeFunctionData({
      abi: erc20,
      functionName: 'transfer',
      args: [paying.buyer, 13_000_000n],
    })
    await paying.chain.call('anvil_setBalance', payer.address, '0xde0b6b3a7640000')
    await paying.chain.call('anvil_impersonateAccount', payer.address)
    await paying.send(payer.address, paying.tokenOf('USDC'), burn)
    await paying.settle()
    await endAuthorizations({ onFailed: async () => {} }).run(
      paying.app.ctx,
      new AbortController().signal,
    )
    expect(await shop.stock()).toEqual({ T: [5, 0] })
  })

  test('behavior: an invalid signature holds nothing', async () => {
    const shop = await aListedShop(paying.app)
    const anonymousBuyer = await anAnonymousBuyer(paying.app, shop)
    const body = await sign(anonymousBuyer, { as: (await aPayer(paying)).address })
    const response = await anonymousBuyer.post('authorize', body)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(await shop.stock()).toEqual({ T: [1, 0] })
  })
})

describe('transfers to orders without a key', () => {
  test('default: hold the stock once at least half is paid', async () => {
    const shop = await aListedShop(paying.app, { stockQty: 2 })
    const [small, large] = [
      await anAnonymousBuyer(paying.app, shop),
      await anAnonymousBuyer(paying.app, shop),
    ]
    for (const [anonymousBuyer, units] of [
      [small, 6_000_000n],
      [large, 6_030_000n],
    ] as const) {
      const to = await paying.depositOf(anonymousBuyer.merchant, anonymousBuyer.receiptId)
      await paying.pay('USDC', { from: paying.buyer, to, units })
    }
    await paying.watch()
    const statuses = [await small.receipt(), await large.receipt()].map(({ status }) => status)
    expect(statuses).toEqual(['pending', 'pending'])
    expect(await shop.stock()).toEqual({ T: [2, 1] })
    await shop.post('/api/inventory', { sku: 'T', stockQty: 1 })
    expect((await small.view()).payment).toMatchObject({
      soldOut: ['Tea'],
      paidUsd: 6,
      options: [],
    })
    expect((await large.view()).payment).toMatchObject({ soldOut: [], paidUsd: 6.03 })
  })

  test('behavior: announced native tokens hold the stock before they are flushed, dust does not', async () => {
    const shop = await aListedShop(paying.app)
    const anonymousBuyer = await anAnonymousBuyer(paying.app, shop)
    const to = await paying.depositOf(anonymousBuyer.merchant, anonymousBuyer.receiptId)
    const { payment } = await anonymousBuyer.view()
    const { amountUnits } = payment.options.find(({ symbol }: Option) => symbol === 'ETH')
    for (const [units, reserved] of [
      [1n, 0],
      [BigInt(amountUnits), 1],
    ] as const) {
      const txHash = await paying.pay('ETH', { from: paying.buyer, to, units })
      expect((await anonymousBuyer.post('tx', { txHash })).statusCode).toBe(200)
      await paying.watch()
      expect(await shop.stock()).toEqual({ T: [1, reserved] })
    }
  })
})

describe('announced transactions of orders without a key', () => {
  beforeEach(() => paying.chain.call('evm_setAutomine', false))
  afterEach(async () => {
    await paying.chain.call('evm_setAutomine', true)
    await paying.chain.call('evm_mine')
  })

  /** A wallet with ETH, and with USDC for one order. */
  async function aSender({ units = 13_000_000n } = {}): Promise<Payer> {
    await paying.chain.call('evm_setAutomine', true)
    const payer = await aPayer(paying, { units })
    await paying.chain.call('anvil_setBalance', payer.address, '0xde0b6b3a7640000')
    await paying.chain.call('evm_setAutomine', false)
    return payer
  }

  type Transfer = { to?: Address; units?: bigint; nonce?: number; maxFeePerGas?: bigint }

  /** Sends a transfer that stays in the mempool. */
  async function transfer(
    anonymousBuyer: AnonymousBuyer,
    payer: Payer,
    wish: Transfer = {},
  ): Promise<Hash> {
    const deposit = await paying.depositOf(anonymousBuyer.merchant, anonymousBuyer.receiptId)
    const { to = deposit, units = 12_060_000n, nonce = 0, maxFeePerGas = 10n ** 10n } = wish
    const raw = await payer.account.signTransaction({
      chainId: 84_532,
      type: 'eip1559',
      to: paying.tokenOf('USDC'),
      data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] }),
      gas: 200_000n,
      nonce,
      maxFeePerGas,
      maxPriorityFeePerGas: 1n,
    })
    return (await paying.chain.call('eth_sendRawTransaction', raw)) as Hash
  }

  async function announce(
    anonymousBuyer: AnonymousBuyer,
    payer: Payer,
    wish?: Transfer,
  ): Promise<void> {
    const txHash = await transfer(anonymousBuyer, payer, wish)
    expect((await anonymousBuyer.post('tx', { txHash })).statusCode).toBe(200)
    await paying.watch()
  }

  async function wait(minutes: number): Promise<void> {
    paying.app.ctx.clock.advance(minutes * MINUTE_MS)
    await releaseExpiredStock.run(paying.app.ctx, new AbortController().signal)
    await paying.watch()
  }

  test('default: hold the stock once the node knows them', async () => {
    const shop = await aListedShop(paying.app)
    const [first, second] = [
      await anAnonymousBuyer(paying.app, shop),
      await anAnonymousBuyer(paying.app, shop),
    ]
    const decoy = await aSender()
    // Unknown to the node, to another address, too little, and without the money.
    await first.post('tx', { txHash: aHash() })
    await announce(first, decoy, { to: aWallet() })
    await announce(first, await aSender(), { units: 6_000_000n })
    await announce(first, await aSender({ units: 1n }))
    expect(await shop.stock()).toEqual({ T: [1, 0] })

    await announce(first, await aSender())
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    expect((await second.view()).payment.soldOut).toEqual(['Tea'])
    await paying.chain.call('evm_setAutomine', true)
    await paying.chain.call('evm_mine')
    await paying.watch()
    expect(await first.receipt()).toMatchObject({ status: 'paid', mismatch: 'over' })
    expect(await shop.stock()).toEqual({ T: [0, 0] })
  })

  test('behavior: hold nothing when they cannot be mined now', async () => {
    const shop = await aListedShop(paying.app)
    const earlyAnonymousBuyer = await anAnonymousBuyer(paying.app, shop)
    await announce(earlyAnonymousBuyer, await aSender(), { nonce: 5 })
    expect(await shop.stock()).toEqual({ T: [1, 0] })
  })

  test('behavior: hold for two minutes, then nothing for an hour until money arrives', async () => {
    const shop = await aListedShop(paying.app, { stockQty: 5 })
    const payer = await aSender({ units: 50_000_000n })
    const [first, second] = [
      await anAnonymousBuyer(paying.app, shop),
      await anAnonymousBuyer(paying.app, shop),
    ]
    await announce(first, payer)
    expect(await shop.stock()).toEqual({ T: [5, 1] })
    await wait(2)
    expect(await shop.stock()).toEqual({ T: [5, 0] })

    await announce(second, payer, { maxFeePerGas: 10n ** 11n })
    expect(await shop.stock()).toEqual({ T: [5, 0] })
    await paying.chain.call('evm_mine')
    await wait(1)
    expect((await second.receipt()).status).toBe('paid')
    expect(await shop.stock()).toEqual({ T: [4, 0] })
  })

  test('behavior: release the stock when they leave the mempool', async () => {
    const shop = await aListedShop(paying.app)
    const payer = await aSender()
    const anonymousBuyer = await anAnonymousBuyer(paying.app, shop)
    await announce(anonymousBuyer, payer)
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    await paying.chain.call('anvil_dropAllTransactions')
    paying.app.ctx.clock.advance(MINUTE_MS)
    await paying.watch()
    expect(await shop.stock()).toEqual({ T: [1, 0] })
  })

  test('behavior: keep the stock for 15 minutes once half the money is in a block', async () => {
    const shop = await aListedShop(paying.app)
    const anonymousBuyer = await anAnonymousBuyer(paying.app, shop)
    await announce(anonymousBuyer, await aSender(), { units: 7_000_000n })
    await paying.chain.call('evm_mine')
    await wait(1)
    await wait(5)
    expect((await anonymousBuyer.receipt()).status).toBe('pending')
    expect(await shop.stock()).toEqual({ T: [1, 1] })
  })
})
