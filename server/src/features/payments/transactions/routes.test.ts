import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import { sandboxPlatformWallet } from '../../../platform/config/sandbox-secrets.js'

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 100 }] })
  for (const symbol of ['USDC', 'USDT'] as const) {
    const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
    const to = await paying.depositOf(seller.wallet, receipt.receiptId)
    await paying.pay(symbol, { from: paying.buyer, to, units: 100_500_000n })
    await (symbol === 'USDC' ? paying.settle() : paying.watch())
  }
}, 60_000)
afterAll(() => paying.close())

const list = async (query = '', by = seller) => by.get(`/api/split/transactions${query}`)

describe('GET /api/split/transactions', () => {
  test('default', async () => {
    const rows = (await list()).json()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({
      id: expect.any(String),
      receiptId: expect.stringMatching(/^rcpt_/),
      currency: 'USDC',
      amount: 100.5,
      fees: 0.5025,
      status: 'released',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(rows.find((row: { currency: string }) => row.currency === 'USDT')).toMatchObject({
      status: 'pending',
    })
  })

  test('behavior: filters by split, recipient and unrelated address', async () => {
    const { split } = (await seller.get('/api/split/deploy')).json()
    for (const address of [split.address, seller.wallet, sandboxPlatformWallet]) {
      expect((await list(`?address=${address}`)).json()).toHaveLength(2)
    }
    expect((await list(`?address=${aWallet()}`)).json()).toEqual([])
  })

  test('behavior: limits the number of payments', async () => {
    expect((await list('?limit=1')).json()).toHaveLength(1)
    expect((await list('?limit=0')).json()).toHaveLength(1)
    expect((await list('?limit=1000')).json()).toHaveLength(2)
  })

  test('behavior: returns only payments of the merchant', async () => {
    const other = await aSeller(paying.app, {})
    expect((await list('', other)).json()).toEqual([])
  })

  test.each(['?limit=many', '?address=0x12', '?address=unknown'])('error: %s', async (query) => {
    const response = await list(query)
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })
})
