import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatements } from './fixtures/count-statements.js'
import { aSeller, type Seller } from './fixtures/seller.js'
import { aRegister, aTill, type TestDevice } from './fixtures/till.js'
import { createTestApp, type TestApp } from './harness.js'

let app: TestApp
let seller: Seller
let link: string
let till: TestDevice
let statementsOf: ReturnType<typeof countStatements>
beforeAll(async () => {
  app = await createTestApp({ environment: { FIXED_RATES: 'ETH=3000' } })
  seller = await aSeller(app, {
    config: { payments: { defaultPaymentToken: 'ETH' } },
    items: [{ sku: 'TEA', name: 'Tea', priceUsd: 12 }],
  })
  const lineItems = [{ label: 'Tea', priceUsd: 12 }]
  for (const id of ['r-1', 'r-2', 'r-3']) {
    await seller.post('/api/receipts', { id, lineItems, totalUsd: 12, transactionId: 'table-7' })
  }
  await seller.act('/api/receipts/status', { receiptId: 'r-2', status: 'paid' })
  const refund = { receiptId: 'r-2', buyer: seller.wallet, usd: 2 }
  await seller.act('/api/receipts/refund', refund)
  // Caches the key, the secret of payment links and the quote.
  const { paymentUrl } = (await seller.get('/api/receipts/r-1')).json()
  link = paymentUrl.replace(/^.*\/portal/, '/api/portal')
  await app.inject(link)
  for (const name of ['Bar', 'Terrace']) await aRegister(app, seller.owner, { name })
  till = (await aTill(app, seller.owner)).device
  await till.act('/api/receipts/terminal', { amountUsd: 1 })
  statementsOf = countStatements(app)
})
afterAll(() => app.close())

describe('round trips', () => {
  test.each([
    ['a receipt', '/r-1'],
    ['a refunded receipt', '/r-2'],
    ['the status of a quoted receipt', '/status?receiptId=r-1'],
    ['the status of a paid receipt', '/status?receiptId=r-2'],
    ['a list', ''],
    ['a page', '?limit=1'],
    ['receipts with a status', '?status=pending'],
    ['receipts of a time', '?from=1&to=2000000000000'],
    ['a search', '?q=table-7'],
    ['a search with a status', '?q=table-7&status=paid'],
  ])('behavior: reads %s in one statement', async (_name, url) => {
    const { headers } = seller
    expect(await statementsOf({ url: `/api/receipts${url}`, headers })).toHaveLength(1)
  })

  test.each([
    ['a page of items', '/api/inventory?limit=2'],
    ['a search of items', '/api/inventory?q=tea'],
  ])('behavior: reads %s and the version of the catalog in one statement', async (_name, url) => {
    const { headers } = seller
    await app.inject({ url, headers })
    expect(await statementsOf({ url, headers })).toHaveLength(1)
  })

  test('behavior: concurrent readers of one page share its statements', async () => {
    const request = { url: '/api/inventory?q=tea', headers: seller.headers }
    await app.inject(request)
    const others = Promise.all([1, 2, 3, 4].map(() => app.inject(request)))
    const statements = await statementsOf(request)
    await others
    expect(statements.length).toBeLessThanOrEqual(4)
  })

  test.each([
    ['the portal API', () => link],
    ['the payment page', () => link.replace('/api/', '/')],
  ])('behavior: %s takes one statement', async (_name, urlOf) => {
    expect(await statementsOf(urlOf())).toHaveLength(1)
  })

  test.each([
    ['a sale', 'POST' as const, '/api/receipts/terminal', { amountUsd: 1 }, 4],
    ['the current sale', 'GET' as const, '/api/devices/sale', undefined, 3],
  ])('behavior: %s reads one register', async (_name, method, url, payload, count) => {
    const { headers } = till
    const statements = await statementsOf({ method, url, headers, ...(payload && { payload }) })
    expect(statements).toHaveLength(count)
    const ofRegisters = statements.filter((sql) => /\bfrom registers\b/.test(sql))
    expect(ofRegisters).toEqual([expect.stringMatching(/merchant = \$1 and id = \$2/)])
  })
})
