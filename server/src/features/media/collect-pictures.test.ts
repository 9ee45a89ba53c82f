// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPicture, asDataUri } from '../../../test/fixtures/pictures.js'
import { aSeller } from '../../../test/fixtures/seller.js'
import { aUser } from '../../../test/fixtures/user.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { jobs } from '../../jobs.js'
import { DAY_MS, MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { type MediaFiles, pathOf } from '../../platform/media/media-files.js'
import { removeAvatar } from '../users/profile/put-profile.js'
import { createCollectPictures } from './collect-pictures.js'
import { storePicture } from './store-picture.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = (ctx: Context, job = jobs.find(({ name }) => name === 'collect-pictures')) =>
  job?.run(ctx, new AbortController().signal)

/** Examines the pictures, and deletes those that are still unused in the next run. */
async function collect(ctx: Context = app.ctx) {
  const marked = await run(ctx)
  app.ctx.clock.advance(20 * MINUTE_MS)
  const { collected } = (await run(ctx)) as { collected: number }
  return { ...marked, collected }
}

/** Reads with an empty memory, as another process would. */
async function statusOf(hash: string, size = 320): Promise<number> {
  const sibling = await app.sibling()
  return (await sibling.inject(`/media/${hash}/${size}.webp`)).statusCode
}

/** Storage whose deletions fail for all pictures but the first, while `isFailing`. */
function createFragileFiles() {
  const stored = new Map<string, Buffer>()
  let first: string | null = null
  const fragile = { isFailing: true, stored, files: {} as MediaFiles }
  fragile.files = {
    put: async (file, content) => void stored.set(pathOf(file), content),
    find: async (file) => stored.get(pathOf(file)) ?? null,
    async delete(file) {
      first ??= file.hash
      if (fragile.isFailing && file.hash !== first) throw new Error('the storage failed')
      stored.delete(pathOf(file))
    },
  }
  return fragile
}

describe('collectPictures', () => {
  test('behavior: a failure of the storage leaves no picture without its files', async () => {
    const fragile = createFragileFiles()
    const ctx = { ...app.ctx, media: { ...app.ctx.media, files: fragile.files } }
    const pictures = [await aPicture({ seed: 7 }), await aPicture({ seed: 8 })]
    for (const content of pictures) await storePicture(ctx, content)
    app.ctx.clock.advance(31 * DAY_MS)
    await expect(collect(ctx)).rejects.toThrow('the storage failed')
    expect(fragile.stored.size).toBe(2)

    for (const content of pictures) await storePicture(ctx, content)
    expect(fragile.stored.size).toBe(4)
    fragile.isFailing = false
    app.ctx.clock.advance(31 * DAY_MS)
    expect(await collect(ctx)).toEqual({ examined: 2, collected: 2 })
    expect(fragile.stored.size).toBe(0)
  })

  test('behavior: keeps a picture to which a request refers while it is examined', async () => {
    const stored = await storePicture(app.ctx, await aPicture({ seed: 9 }))
    const hash = 'picture' in stored ? stored.picture.hash : ''
    // The first run does not see the reference, because its transaction is not committed yet.
    const references = [[], [hash]]
    const job = createCollectPictures([async () => references.shift() ?? []])
    app.ctx.clock.advance(31 * DAY_MS)
    expect(await run(app.ctx, job)).toEqual({ examined: 1, collected: 0 })
    expect(await run(app.ctx, job)).toEqual({ examined: 0, collected: 0 })
    app.ctx.clock.advance(20 * MINUTE_MS)
    expect(await run(app.ctx, job)).toEqual({ examined: 0, collected: 0 })
    expect(await statusOf(hash)).toBe(200)
    expect(references).toEqual([])

    // An upload of the same file also takes the mark away.
    app.ctx.clock.advance(31 * DAY_MS)
    await run(app.ctx, job)
    await storePicture(app.ctx, await aPicture({ seed: 9 }))
    app.ctx.clock.advance(20 * MINUTE_MS)
    expect(await run(app.ctx, job)).toEqual({ examined: 0, collected: 0 })
    app.ctx.clock.advance(31 * DAY_MS)
    expect(await collect()).toEqual({ examined: 1, collected: 1 })
  })

  test('default: deletes what nothing has referred to for 30 days', async () => {
    const seller = await aSeller(app)
    const upload = async (seed: number) => {
      const payload = await aPicture({ seed, width: 30, height: 30 })
      const headers = { ...seller.headers, 'content-type': 'image/png' }
      const response = await app.inject({ method: 'POST', url: '/api/media', headers, payload })
      return response.json().picture as { hash: string; url: string }
    }
    const [unused, shown, sold, logo, late] = [
      await upload(1),
      await upload(2),
      await upload(3),
      await upload(4),
      await upload(5),
    ]
    const put = (sku: string, images: string[]) =>
      seller.post('/api/inventory', { sku, name: 'Tea', priceUsd: 1, images })
    await put('A', [shown.url])
    await put('B', [sold.url])
    await seller.post('/api/orders', { items: [{ sku: 'B', qty: 1 }] })
    await put('B', [])
    await seller.act('/api/shop/config', { theme: { brandLogoUrl: logo.url } })
    const user = await aUser(app)
    const avatar = await aPicture({ seed: 6, width: 30, height: 30 })
    await user.call('PUT', '/api/users/me/avatar', { image: asDataUri(avatar) })

    app.ctx.clock.advance(29 * DAY_MS)
    expect(await collect()).toEqual({ examined: 0, collected: 0 })
    await upload(5)
    app.ctx.clock.advance(2 * DAY_MS)
    expect(await collect()).toEqual({ examined: 5, collected: 2 })
    const statuses = [unused, shown, sold, logo, late].map(({ hash }) => statusOf(hash))
    expect(await Promise.all(statuses)).toEqual([404, 200, 404, 200, 200])
    // The order still shows it.
    expect(await statusOf(sold.hash, 48)).toBe(200)
    const { receipts } = (await seller.get('/api/receipts')).json()
    expect(receipts[0].lineItems[0].thumb).toMatch(/^data:image\/webp/)

    expect((await upload(3)).hash).toBe(sold.hash)
    expect(await statusOf(sold.hash)).toBe(200)
    await removeAvatar(app.ctx, user.wallet)
    expect(await collect()).toEqual({ examined: 1, collected: 1 })
  })
})
