import { describe, test } from 'vitest'
import { useOwnService } from '../helpers/client.js'
import { crawl, expectUntouched } from '../helpers/shop/crawl.js'
import { makeListedShop } from '../helpers/shop/listed-shop.js'

const service = useOwnService({ SANDBOX_CHAIN: 'on' })

describe('crawlers', () => {
  test('behavior: opening every page 1,000 times creates no receipt and no hold', async () => {
    const shop = await makeListedShop(service, {
      items: [{ sku: 'T', name: 'Tea', priceUsd: 12, stockQty: 5 }],
    })
    await crawl(service.demo.baseUrl, { shop, rounds: 1_000 })
    await expectUntouched(shop)
  })
})
