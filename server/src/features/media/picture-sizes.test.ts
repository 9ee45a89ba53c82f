import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPicture, asDataUri } from '../../../test/fixtures/pictures.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { createPortalTokens } from '../../auth/portal-tokens.js'
import { formatEvent } from '../portal/live/portal-streams.js'
import { getWholePortal } from '../portal/view/get-portal.js'

const kilobyte = 1_024
const slug = 'pictured-shop'
const order = { items: [1, 2, 3, 4, 5].map((n) => ({ sku: `P${n}`, qty: 1 })) }

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  const names = ['Espresso beans', 'Filter papers', 'Hand grinder', 'Kettle', 'Cup and saucer']
  const items = await Promise.all(
    names.map(async (name, index) => ({
      sku: `P${index + 1}`,
      name,
      priceUsd: 12.5,
      images: [asDataUri(await aPicture({ seed: index + 1 }))],
    })),
  )
  const config = { name: 'Pictured shop', slug, listed: true }
  seller = await aSeller(app, { items, config: config as object })
})
afterAll(() => app.close())

const place = async () => (await seller.post('/api/orders', order)).json().receipt
const sizeOf = async (url: string) => (await seller.get(url)).rawPayload.length

describe('responses with pictures', () => {
  test('default: a receipt of five pictures has at most 11 KB, and 4 KB without thumbnails', async () => {
    const { receiptId, lineItems } = await place()
    for (const { thumb } of lineItems.slice(0, 5)) expect(thumb.length).toBeLessThanOrEqual(1_536)
    expect(await sizeOf(`/api/receipts/${receiptId}`)).toBeLessThanOrEqual(11 * kilobyte)
    const bare = await seller.get(`/api/receipts/${receiptId}?thumbs=0`)
    expect(bare.body).not.toContain('data:image')
    expect(bare.rawPayload.length).toBeLessThanOrEqual(4 * kilobyte)
  })

  test('behavior: a list of 100 has at most 400 KB without thumbnails', async () => {
    for (let placed = 0; placed < 100; placed += 1) await place()
    const response = await seller.get('/api/receipts?limit=100&thumbs=0')
    expect(response.json().receipts).toHaveLength(100)
    expect(response.rawPayload.length).toBeLessThanOrEqual(400 * kilobyte)
    // With them, a page ends early.
    const page = await seller.get('/api/receipts?limit=100')
    expect(page.rawPayload.length).toBeLessThanOrEqual(560 * kilobyte)
  })

  test('behavior: an order stores at most 10 KB', async () => {
    const { receiptId } = await place()
    const { rows } = await app.ctx.db.query<{ bytes: string }>(
      `select (select sum(octet_length(r::text)) from receipts r where merchant = $1 and id = $2)
         + (select coalesce(sum(octet_length(e::text)), 0) from timeline_entries e
            where merchant = $1 and receipt_id = $2)
         + (select coalesce(sum(octet_length(d::text)), 0) from deposits d
            where merchant = $1 and receipt_id = $2) as bytes`,
      [seller.wallet, receiptId],
    )
    expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(10 * kilobyte)
  })

  test('behavior: events of a payment page have no thumbnails, and a change has at most 2 KB', async () => {
    const { receiptId } = await place()
    const tokens = createPortalTokens(app.ctx.config)
    const ref = { merchant: seller.wallet, receiptId }
    const wholePortal = await getWholePortal(app.ctx, { ref, tokens, thumbs: '0' })
    const first = formatEvent(wholePortal, null).text
    expect(first).not.toContain('data:image')
    expect(first.length).toBeLessThanOrEqual(3.5 * kilobyte)
    const changed = { ...wholePortal, status: 'paid' as const }
    expect(formatEvent(changed, wholePortal).text.length).toBeLessThanOrEqual(2 * kilobyte)
  })
})
