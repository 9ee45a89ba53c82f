import { describe, expect, test } from 'vitest'
import { readImageData } from '../../lib/image-data.js'
import { demoShop, otherShop } from './demo-shops.js'
import { readDemoItems } from './read-demo-items.js'

const all = [demoShop, otherShop].flatMap(({ slug }) => readDemoItems(slug))

describe('readDemoItems', () => {
  test('default', () => {
    expect(readDemoItems(demoShop.slug)[0]).toMatchObject({
      sku: 'COFFEE-1',
      priceUsd: 14.5,
      images: [expect.stringMatching(/^data:image\/webp;base64,/)],
    })
  })

  test.each(all.map((item) => [item.sku, item] as const))(
    'behavior: %s has a valid picture of limited size',
    (_sku, { images = [] }) => {
      const [read] = images.map((image) => readImageData(image, { maxBytes: 16_384 }))
      expect(read).toMatchObject({ value: { type: 'image/webp' } })
    },
  )

  test('behavior: has unique SKUs', () => {
    const skus = all.map(({ sku }) => sku)
    expect(new Set(skus).size).toBe(skus.length)
  })

  test('error: throws for a shop without items', () => {
    expect(() => readDemoItems('elsewhere')).toThrow('no demo items for elsewhere')
  })
})
