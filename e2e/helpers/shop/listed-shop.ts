import { expect } from 'vitest'
import { makeItem, type Seller, type Service, unique } from '../client.js'

export type ListedShop = Seller & {
  slug: string
  /** Path of the shop's page. */
  path: string
  /** Changes settings of the shop. */
  configure(change: object): Promise<void>
}

type Options = {
  /** Settings of the shop. */
  config?: object
  items?: readonly object[]
}

/** Makes a merchant with a listed shop that sells one item, T, unless `items` are given. */
export async function makeListedShop(
  service: Service,
  { config = {}, items = [{ sku: 'T', name: 'Tea', priceUsd: 12 }] }: Options = {},
): Promise<ListedShop> {
  const seller = await service.newSeller()
  const slug = unique('shop')
  const configure = async (change: object) => {
    const response = await seller.send('POST /api/shop/config', { body: change })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
  }
  await configure({ slug, name: slug, listed: true, ...config })
  for (const item of items) await makeItem(seller.program, item)
  return { ...seller, slug, path: `/shop/${slug}`, configure }
}
