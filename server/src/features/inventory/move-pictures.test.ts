import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPicture, asDataUri } from '../../../test/fixtures/pictures.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { movePictures } from './move-pictures.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const idle = new AbortController().signal
const move = () => movePictures.run(app.ctx, idle)
const place = (seller: Seller) => seller.post('/api/orders', { items: [{ sku: 'S0', qty: 1 }] })

/** Embeds pictures in items, as before there was a media store. */
async function embed(seller: Seller, images: readonly (readonly string[])[]): Promise<void> {
  for (const [index, list] of images.entries()) {
    await app.ctx.db.query(
      `update items set images = $3, image_bytes = $4 where merchant = $1 and sku = $2`,
      [seller.wallet, `S${index}`, list, list.join('').length],
    )
  }
  await app.ctx.db.query(
    `update catalogues set image_bytes = (select sum(image_bytes) from items where merchant = $1)
     where merchant = $1`,
    [seller.wallet],
  )
}

const aShop = (count: number) =>
  aSeller(app, {
    items: Array.from({ length: count }, (_, n) => ({ sku: `S${n}`, name: 'Tea', priceUsd: 1 })),
  })

const imagesOf = async (seller: Seller) =>
  (await seller.get('/api/inventory?sort=sku&order=asc'))
    .json()
    .items.map(({ images }: { images: string[] }) => images)

describe('movePictures', () => {
  test('default', async () => {
    const seller = await aShop(3)
    const [one, two] = [asDataUri(await aPicture()), asDataUri(await aPicture({ seed: 1 }))]
    await embed(seller, [[one], ['https://a.test/1.png', two, one], []])
    const before = (await seller.get('/api/inventory')).json().items[0].updatedAt
    app.ctx.clock.advance(1_000)
    expect(await move()).toEqual({ listed: 2, moved: 2 })

    const address = expect.stringMatching(/^http:\/\/tally\.test\/media\/[0-9a-f]{64}\/960\.webp$/)
    expect(await imagesOf(seller)).toEqual([
      [address],
      ['https://a.test/1.png', address, address],
      [],
    ])
    expect((await seller.get('/api/inventory')).json().items[0].updatedAt).toBe(before)
    const { receipt } = (await place(seller)).json()
    expect(receipt.lineItems[0].thumb).toMatch(/^data:image\/webp/)
    const { rows } = await app.ctx.db.query(
      `select c.image_bytes = (select sum(image_bytes) from items where merchant = $1) as is_equal
       from catalogues c where merchant = $1`,
      [seller.wallet],
    )
    expect(rows).toEqual([{ is_equal: true }])
    expect(await move()).toEqual({ listed: 0, moved: 0 })
  })

  test('behavior: loses none when it is stopped, while orders go on', async () => {
    const seller = await aShop(30)
    const pictures = await Promise.all(
      Array.from({ length: 3 }, (_, seed) => aPicture({ seed: seed + 10, width: 40, height: 40 })),
    )
    await embed(
      seller,
      Array.from({ length: 30 }, (_, n) => [asDataUri(pictures[n % 3] ?? Buffer.alloc(0))]),
    )
    const stopping = new AbortController()
    const running = movePictures.run(app.ctx, stopping.signal)
    const placed = await Promise.all(Array.from({ length: 5 }, () => place(seller)))
    stopping.abort()
    const { moved } = await running
    expect(placed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(Number((await move())['moved']) + Number(moved)).toBe(30)
    const found = await Promise.all(
      (await seller.get('/api/inventory?limit=200'))
        .json()
        .items.map(async ({ images }: { images: string[] }) => {
          const path = new URL(images[0] ?? '').pathname
          return (await app.inject(path)).statusCode
        }),
    )
    expect(found).toEqual(Array(30).fill(200))
  })

  test('behavior: leaves a picture that cannot be decoded', async () => {
    const seller = await aShop(2)
    const broken = 'data:image/png;base64,aGVsbG8='
    await embed(seller, [[broken], [asDataUri(await aPicture())]])
    expect(await move()).toMatchObject({ moved: 1 })
    expect((await imagesOf(seller))[0]).toEqual([broken])
    await app.ctx.db.query(`delete from items where merchant = $1`, [seller.wallet])
  })
})
