import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { defaultLimitSettings } from '../../platform/limits/limit-settings.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
afterEach(() => setFee(50))

function setFee(feeBps: number): void {
  app.ctx.config.limits.settings = { ...defaultLimitSettings, feeBps }
}
const aShop = () =>
  aSeller(app, { deploy: false, items: [{ sku: 'TEA', name: 'Tea', priceUsd: 100, stockQty: -1 }] })
type Shop = Awaited<ReturnType<typeof aShop>>

/** Places an order of 100 dollars without tax, and returns its fee. */
async function feeOf(shop: Shop): Promise<number> {
  const response = await shop.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
  const { lineItems } = response.json().receipt
  const line = lineItems.find(({ label }: { label: string }) => label === 'Processing Fee')
  return line?.priceUsd ?? 0
}

async function deploy(shop: Shop) {
  const recipients = [{ address: shop.wallet, sharesBps: 10_000 }]
  const response = await shop.act('/api/split/deploy', { recipients })
  expect(response.statusCode).toBe(200)
  return response
    .json()
    .split.recipients.map(({ role, sharesBps }: Record<string, unknown>) => [role, sharesBps])
}

describe('a changed platform fee', () => {
  test('default: applies to splits created afterwards, and receipts follow their split', async () => {
    const shop = await aShop()
    expect(await feeOf(shop)).toBe(0.5)
    setFee(125)
    expect(await feeOf(shop)).toBe(0.5)
    expect(await deploy(shop)).toEqual([
      ['merchant', 9_875],
      ['platform', 125],
    ])
    expect(await feeOf(shop)).toBe(1.25)
    setFee(50)
    expect(await feeOf(shop)).toBe(1.25)
  })

  test('behavior: without a fee, the platform is no recipient', async () => {
    setFee(0)
    const shop = await aShop()
    expect(await deploy(shop)).toEqual([['merchant', 10_000]])
    expect(await feeOf(shop)).toBe(0)
    const paidResponse = await shop.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
    const { receiptId } = paidResponse.json().receipt
    const marked = await shop.act('/api/receipts/status', { receiptId, status: 'paid' })
    expect(marked.statusCode).toBe(200)
  })

  test('behavior: the public settings follow at once', async () => {
    setFee(500)
    const site = await app.inject({ url: '/api/site/config' })
    expect(site.json()).toMatchObject({ processingFeePct: 5 })
    const shop = await aShop()
    const pricing = async () => (await shop.get('/api/pricing/config')).json().config
    expect(await pricing()).toMatchObject({ baseFeePct: 5, subscriptionFeePct: 5 })
    // The split keeps its share, and so do the fees of its receipts.
    setFee(100)
    expect(await pricing()).toMatchObject({ baseFeePct: 5, subscriptionFeePct: 1 })
  })
})
