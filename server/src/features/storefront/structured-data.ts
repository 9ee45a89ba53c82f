import type { ItemView, Price, ShopView } from '@tallystick/web/shop'
import { mediaUrl } from '../../lib/media-reference.js'
import type { Config } from '../../platform/config/config.js'

type Urls = Pick<Config, 'baseUrl'>

/** Returns a shop and the items of a page in the words of schema.org. */
export function describeShopData({ baseUrl }: Urls, view: ShopView): object {
  const { slug, name, description, items, contact, cover } = view
  return {
    '@context': 'https://schema.org',
    '@type': 'Store',
    name,
    ...(description === '' ? {} : { description }),
    url: `${baseUrl}/shop/${slug}`,
    ...(contact.email === '' ? {} : { email: contact.email }),
    ...(contact.phone === '' ? {} : { telephone: contact.phone }),
    ...(cover === '' ? {} : { image: `${baseUrl}${cover}` }),
    makesOffer: items.flatMap((item) => {
      if (item.price === null) return []
      const product = { '@type': 'Product', name: item.name, url: urlOf(baseUrl, slug, item.sku) }
      return [{ ...offerOf(item.price, item.inStock), itemOffered: product }]
    }),
  }
}

/** Returns an item in the words of schema.org. */
export function describeItemData({ baseUrl }: Urls, { slug, name, item }: ItemView): object {
  const { sku, description, price, pictures, category, inStock } = item
  const url = urlOf(baseUrl, slug, sku)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.name,
    sku,
    url,
    ...(description === '' ? {} : { description }),
    ...(category === '' ? {} : { category }),
    ...(pictures.length === 0 ? {} : { image: pictures.map((hash) => mediaUrl(baseUrl, hash)) }),
    ...(price === null
      ? {}
      : {
          offers: {
            ...offerOf(price, inStock),
            url,
            seller: { '@type': 'Organization', name },
          },
        }),
  }
}

function offerOf({ amount, currency }: Price, inStock: boolean) {
  return {
    '@type': 'Offer',
    price: amount.toFixed(2),
    priceCurrency: currency,
    availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
  }
}

function urlOf(baseUrl: string, slug: string, sku: string): string {
  return `${baseUrl}/shop/${slug}/items/${encodeURIComponent(sku)}`
}
