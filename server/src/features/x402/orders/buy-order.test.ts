// @module-tag slow
import { verifyOfferSignatureJWS, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addressOf,
  decode,
  type Market,
  requiredOf,
  startMarket,
} from '../../../../test/fixtures/agent.js'
import { checksumAddress } from '../../../lib/hex.js'
import { restoreSales } from './restore-sales.js'

let market: Market
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
}, 60_000)
afterAll(() => market.close())

/** Returns the public key of the service, from its DID document. */
const publicKey = async () =>
  (await market.app.inject('/.well-known/did.json')).json().verificationMethod[0].publicKeyJwk

const statusOf = async (receiptId: string) =>
  (await market.shop.get(`/api/receipts/${receiptId}`)).json().status

describe('POST /api/x402/orders', () => {
  test('default: a client of version 2 buys an order', async () => {
    const url = await market.listen()
    const agent = await market.anAgent()
    const response = await agent.fetch()(`${url}/api/x402/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(market.order()),
    })
    const body = (await response.json()) as { receipt: { receiptId: string } }
    expect(response.status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      receipt: {
        totalUsd: 12.06,
        status: 'paid',
        lineItems: [{ sku: 'T' }, { label: 'Tax' }, { label: 'Processing Fee' }],
      },
    })
    const settled = decode(response.headers.get('payment-response') ?? '')
    expect(settled).toMatchObject({ success: true, network: 'eip155:84532' })
    const inV1 = decode(response.headers.get('x-payment-response') ?? '')
    expect(inV1).toMatchObject({ transaction: settled.transaction, network: 'base-sepolia' })
    expect(await market.balanceOf('USDC', agent.payer.address)).toBe(1_000_000_000n - 12_060_000n)
    const { receiptId } = body.receipt
    const { receipt } = settled.extensions['offer-receipt'].info
    expect(await verifyReceiptSignatureJWS(receipt, await publicKey())).toMatchObject({
      resourceUrl: 'http://tally.test/api/x402/orders',
      payer: checksumAddress(agent.payer.address),
      transaction: settled.transaction,
      receiptId,
    })
    expect(await statusOf(receiptId)).toMatch(/^(paid|completed|reconciled)$/)
    await expect.poll(() => statusOf(receiptId)).toMatch(/^(completed|reconciled)$/)

    // The payer signed for this receipt, so its refund needs no confirmation.
    const plannedResponse = await market.shop.act('/api/receipts/refund/plan', { receiptId })
    expect(plannedResponse.json().plan).toMatchObject({
      transfers: [{ to: checksumAddress(agent.payer.address), units: '12060000' }],
      unverifiedPayers: [],
    })
  })

  test('behavior: a payment of version 1 buys an order, even with a lost content type', async () => {
    const agent = await market.anAgent()
    const challenge = await market.post(market.order())
    expect(challenge.statusCode).toBe(402)
    const [inV1] = challenge.json().accepts
    const required = requiredOf(challenge)
    expect(inV1).toMatchObject({ network: 'base-sepolia', payTo: required.payTo })
    const { extensions } = decode(String(challenge.headers['payment-required']))
    const [offer] = extensions['offer-receipt'].info.offers
    expect(await verifyOfferSignatureJWS(offer, await publicKey())).toMatchObject({
      payTo: required.payTo,
      amount: required.amount,
      receiptId: required.extra.quoteId,
    })
    const headers = await agent.pay(required, { version: 1 })
    const paidResponse = await market.post(JSON.stringify(market.order()), {
      ...headers,
      'content-type': 'text/plain;charset=UTF-8',
    })
    expect(paidResponse.statusCode, paidResponse.body).toBe(200)
    expect(paidResponse.json().receipt).toMatchObject({
      receiptId: required.extra.quoteId,
      status: 'paid',
    })
    expect(await market.balanceOf('USDC', addressOf(agent.payer.address))).toBe(987_940_000n)
  })

  describe('a plain transfer to the address of an order that was never presented', () => {
    async function transfer(required: ReturnType<typeof requiredOf>) {
      const args = [addressOf(required.payTo), BigInt(required.amount)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      await market.send(market.buyer, market.tokenOf('USDC'), data)
      const receiptId: string = required.extra.quoteId
      await expect.poll(() => statusOf(receiptId), { timeout: 20_000 }).toBe('paid')
      await restoreSales.run(market.app.ctx, new AbortController().signal)
      return (await market.shop.get(`/api/receipts/${receiptId}`)).json()
    }

    test('behavior: sells the items of the order', async () => {
      const receipt = await transfer(requiredOf(await market.post(market.order())))
      expect(receipt.lineItems[0]).toMatchObject({ sku: 'T', qty: 1, priceUsd: 12 })
      expect(receipt.totalUsd).toBe(12.06)
    })

    test('behavior: is listed for a refund when the items are not known', async () => {
      const required = requiredOf(await market.post(market.order()))
      const { db } = market.app.ctx
      await db.query('delete from x402_quotes where receipt_id = $1', [required.extra.quoteId])
      const { receiptId, timeline } = await transfer(required)
      expect(timeline.at(-1)).toMatchObject({ status: 'items_unknown', by: 'system' })
      const { receipts } = (await market.shop.get('/api/receipts?flag=refund_due')).json()
      expect(receipts).toMatchObject([{ receiptId }])
    })
  })
})
