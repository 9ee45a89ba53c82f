import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { microsFromCents } from '../../../lib/money.js'
import { MINUTE_MS } from '../../../lib/time.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import { getQuotes } from './get-quotes.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { FIXED_RATES: 'EUR=1.08,ETH=3000' } })
})
afterAll(() => app.close())

const dollars = { id: 'r-1', lineItems: [{ label: 'Tea', priceUsd: 12 }], totalUsd: 12 }
const euros = { id: 'r-1', currency: 'EUR', lineItems: [{ label: 'Tee', amount: 10 }] }
const inDollars = { currency: 'USDC', amount: 12 }

/** Creates a receipt at a shop with this default token. */
async function aShop(defaultPaymentToken: string, body: object = dollars): Promise<Seller> {
  const seller = await aSeller(app, { config: { payments: { defaultPaymentToken } } })
  await create(seller, body)
  return seller
}

async function create(seller: Seller, body: object): Promise<void> {
  const response = await seller.post('/api/receipts', body)
  expect(response.statusCode, response.body).toBe(201)
}

/** Makes the quotes that the payment page shows. */
async function quote({ wallet: merchant }: Seller): Promise<void> {
  const receipt = await getReceipt(app.ctx, { merchant, id: 'r-1' })
  await getQuotes(app.ctx, { receipt, dueMicros: microsFromCents(receipt.totalUsdCents) })
}

async function amountOf(seller: Seller) {
  const { currency, amount } = (await seller.get('/api/receipts/status?receiptId=r-1')).json()
  return { currency, amount }
}

describe('getQuotedReceipt', () => {
  test('default: an ETH shop shows ETH only while it is quoted', async () => {
    const seller = await aShop('ETH')
    expect(await amountOf(seller)).toEqual(inDollars)
    await quote(seller)
    expect(await amountOf(seller)).toEqual({ currency: 'ETH', amount: 0.004 })
    app.ctx.clock.advance(15 * MINUTE_MS - 1)
    expect(await amountOf(seller)).toEqual({ currency: 'ETH', amount: 0.004 })
    app.ctx.clock.advance(1)
    expect(await amountOf(seller)).toEqual(inDollars)
  })

  test('behavior: a quote for another amount is not in force', async () => {
    const seller = await aShop('ETH')
    await quote(seller)
    await create(seller, { ...dollars, lineItems: [{ label: 'Cup', priceUsd: 30 }], totalUsd: 30 })
    expect(await amountOf(seller)).toEqual({ currency: 'USDC', amount: 30 })
    app.ctx.clock.advance(1)
    await quote(seller)
    expect(await amountOf(seller)).toEqual({ currency: 'ETH', amount: 0.01 })
  })

  test('behavior: USDT is quoted as long as the receipt', async () => {
    const seller = await aShop('USDT')
    expect(await amountOf(seller)).toEqual({ currency: 'USDT', amount: 12 })
    await app.ctx.db.query('update receipts set expires_at = $2 where merchant = $1', [
      seller.wallet,
      app.ctx.now(),
    ])
    expect(await amountOf(seller)).toEqual(inDollars)
  })

  test('behavior: EURC is quoted for receipts in euros only', async () => {
    expect(await amountOf(await aShop('EURC', euros))).toEqual({ currency: 'EURC', amount: 10 })
    expect(await amountOf(await aShop('EURC'))).toEqual(inDollars)
    expect(await amountOf(await aShop('USDC', euros))).toEqual({ currency: 'USDC', amount: 10.8 })
  })

  test('behavior: a token that the shop does not accept is not quoted', async () => {
    const seller = await aShop('USDT')
    await app.ctx.db.query(
      `update shops set config = jsonb_set(config, '{payments,acceptedTokens}', '["USDC"]')
       where merchant = $1`,
      [seller.wallet],
    )
    expect(await amountOf(seller)).toEqual(inDollars)
  })
})
