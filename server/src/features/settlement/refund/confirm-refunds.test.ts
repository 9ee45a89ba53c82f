import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Paying, startPaying } from '../../../../test/paying.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { aSeller, type Seller } from '../../receipts/seller.properties.js'
import { confirmRefunds } from './confirm-refunds.js'

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 10 }] })
}, 60_000)
afterAll(() => paying.close())

async function paidOrder(): Promise<string> {
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const to = await paying.depositOf(seller.wallet, receipt.receiptId)
  await paying.pay('USDC', { from: paying.buyer, to, units: 10_050_000n })
  await paying.look()
  return receipt.receiptId
}

/** Whoever has money gives some back; the last transaction of the newest block is theirs. */
async function giveBack(units: bigint): Promise<string> {
  await paying.pay('USDC', { from: paying.buyer, to: paying.buyer, units })
  const block = await paying.chain.call('eth_getBlockByNumber', 'latest', false)
  return (block as { transactions: string[] }).transactions[0] ?? ''
}

const look = () => confirmRefunds(paying.app.ctx, paying.app.ctx.chain as Chain)
const refund = (receiptId: string, usd: number, txHash: string) =>
  seller.act('/api/receipts/refund', { receiptId, usd, txHash, buyer: paying.buyer })
const refundsOf = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json().refunds

describe('confirmRefunds', () => {
  test('default: what the chain has is confirmed, and taken back when it no longer has it', async () => {
    const id = await paidOrder()
    const txHash = await giveBack(3_000_000n)
    expect((await refund(id, 3, txHash)).statusCode).toBe(200)
    expect(await refundsOf(id)).toMatchObject([{ confirmed: false }])
    await look()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: true }])
    await paying.chain.call('anvil_reorg', 1, [])
    await look()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: false }])
  })

  test('behavior: too little, twice the same and nothing at all are not', async () => {
    const [first, second, third] = [await paidOrder(), await paidOrder(), await paidOrder()]
    const txHash = await giveBack(3_000_000n)
    await refund(first, 3, txHash)
    await look()
    await refund(second, 3, txHash)
    await refund(third, 3.01, await giveBack(3_000_000n))
    await refund(third, 1, `0x${'7'.repeat(64)}`)
    await look()
    expect(await refundsOf(first)).toMatchObject([{ confirmed: true }])
    expect(await refundsOf(second)).toMatchObject([{ confirmed: false }])
    expect(await refundsOf(third)).toMatchObject([{ confirmed: false }, { confirmed: false }])
  })
})
