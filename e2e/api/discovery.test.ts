import { type DidDocument, verifyOffer } from '@tallystick/sdk'
import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'

const service = useService()

type WellKnown = { resources: string[] }
type Feed = { products: { id: string; availability: string }[] }

describe('discovery', () => {
  test('behavior: a program finds a paid route, an item, and a signed price that the SDK accepts', async () => {
    const { body: knownDocuments } = await service.anyone<WellKnown>('GET /.well-known/x402')
    const [call = ''] = knownDocuments.resources
    const baseUrl = new URL(call.replace('POST ', '')).origin

    const { shopSlug } = service.demo
    const feed = await service.anyone<Feed>(`GET /api/directory/shops/${shopSlug}/feed`)
    const sku = feed.body.products.find(({ availability }) => availability === 'in_stock')?.id
    const response = await service.anyone('POST /api/x402/orders', {
      body: { shopSlug, items: [{ sku, qty: 1 }] },
    })
    expect(response.status).toBe(402)

    const paymentRequired = response.headers.get('payment-required')
    const { body: document } = await service.anyone<DidDocument>('GET /.well-known/did.json')
    const offer = await verifyOffer({ baseUrl, paymentRequired, document })
    expect(offer).toMatchObject({
      resourceUrl: `${baseUrl}/api/x402/orders`,
      amount: expect.stringMatching(/^\d+$/),
      receiptId: expect.any(String),
    })
  })
})
