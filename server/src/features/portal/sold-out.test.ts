import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayer, signPayment } from '../../../test/fixtures/authorization.js'
import { aHash } from '../../../test/fixtures/buyer.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aListedShop, aStranger, type Stranger } from '../../../test/fixtures/stranger.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { Address } from '../../lib/hex.js'

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

describe('announced transactions of orders without a key', () => {
  /** Sends a transaction that stays in the mempool, and announces it. */
  async function announce(stranger: Stranger, to: Address): Promise<void> {
    const args = [to, 12_060_000n] as const
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args })
    const transaction = { from: paying.buyer, to: paying.tokenOf('USDC'), data, gas: '0x30d40' }
    const txHash = await paying.chain.call('eth_sendTransaction', transaction)
    expect((await stranger.post('tx', { txHash })).statusCode).toBe(200)
  }

  test('default: hold the stock once the node knows them', async () => {
    const shop = await aListedShop(paying.app)
    const [first, second] = [await aStranger(paying.app, shop), await aStranger(paying.app, shop)]
    await paying.chain.call('evm_setAutomine', false)
    await first.post('tx', { txHash: aHash() })
    await announce(first, aWallet())
    await paying.look()
    expect(await shop.stock()).toEqual({ T: [1, 0] })

    await announce(first, await paying.depositOf(first.merchant, first.receiptId))
    await paying.look()
    expect(await shop.stock()).toEqual({ T: [1, 1] })
    expect((await second.look()).payment.soldOut).toEqual(['Tea'])
    await paying.chain.call('evm_setAutomine', true)
    await paying.chain.call('evm_mine')
    await paying.settle()
    expect((await first.receipt()).status).toBe('completed')
    expect(await shop.stock()).toEqual({ T: [0, 0] })
  })
})
