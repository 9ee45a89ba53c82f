import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aBuyer } from '../../../../test/fixtures/buyer.js'
import { aPicture, asDataUri } from '../../../../test/fixtures/pictures.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const pageOf = (link: string) => link.replace('/api/', '/')
const imageIn = (html: string) => /property="og:image" content="([^"]*)"/.exec(html)?.[1]
const viewIn = (html: string) => JSON.parse(/id="view">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

describe('GET /portal/:id', () => {
  test('default', async () => {
    const buyer = await aBuyer(app)
    const response = await app.inject(pageOf(buyer.link))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(response.body).toContain('12.00')
    const view = viewIn(response.body)
    expect(view).toMatchObject({
      mode: 'sandbox',
      asset: 'USDC',
      now: app.ctx.now(),
      receipt: { receiptId: 'r-1', portalToken: buyer.portalToken },
    })
    expect(view.pageUrl).toContain(`/portal/r-1${view.query}`)
  })

  describe('in a frame', () => {
    const shopSite = 'https://tea.example'
    const embedOrigins = [shopSite, 'https://www.tea.example']
    const headersOf = async (url: string) => {
      const { body, headers } = await app.inject(url)
      const policy = String(headers['content-security-policy'])
      return {
        embedder: viewIn(body).embedder,
        ancestors: /frame-ancestors ([^;]+)/.exec(policy)?.[1],
        options: headers['x-frame-options'],
        opener: headers['cross-origin-opener-policy'],
      }
    }

    test('default: only the sites that the shop of the receipt lists may show it', async () => {
      const buyer = await aBuyer(app, { config: { publicOrders: { embedOrigins } } })
      expect(await headersOf(`${pageOf(buyer.link)}&embed=${shopSite}`)).toEqual({
        embedder: shopSite,
        ancestors: "'self' https://tea.example https://www.tea.example",
        options: undefined,
        opener: 'unsafe-none',
      })
      const unlisted = await aBuyer(app)
      expect(await headersOf(`${pageOf(unlisted.link)}&embed=${shopSite}`)).toEqual({
        embedder: undefined,
        ancestors: "'self'",
        options: 'SAMEORIGIN',
        opener: 'same-origin',
      })
    })

    test.each(['https://evil.example', 'https://tea.example/', '*', 'null'])(
      'error: tells nothing to %s',
      async (embed) => {
        const buyer = await aBuyer(app, { config: { publicOrders: { embedOrigins } } })
        const shown = await headersOf(`${pageOf(buyer.link)}&embed=${embed}`)
        expect([shown.embedder, shown.opener]).toEqual([undefined, 'same-origin'])
      },
    )

    test('behavior: the response of the API does not list the sites', async () => {
      const buyer = await aBuyer(app, { config: { publicOrders: { embedOrigins } } })
      expect((await app.inject(buyer.link)).body).not.toContain('tea.example')
    })
  })

  test('behavior: names the fee of its own split, not a later one', async () => {
    const buyer = await aBuyer(app)
    const { limits } = app.ctx.config
    const { settings } = limits
    limits.settings = { ...settings, feeBps: 125 }
    const { body } = await app.inject(pageOf(buyer.link))
    limits.settings = settings
    expect(body).toContain('a platform fee of 0.5%')
    expect(viewIn(body).receipt.platformFeePct).toBe(0.5)
  })

  test('behavior: every file it loads exists', async () => {
    const buyer = await aBuyer(app)
    const { body } = await app.inject(pageOf(buyer.link))
    const links = [...body.matchAll(/(?:<link[^>]+href|<script[^>]+src)="([^"]+)"/g)].map(
      ([, link]) => link ?? '',
    )
    expect(links).toHaveLength(2)
    for (const url of links) expect((await app.inject(url)).statusCode).toBe(200)
  })

  test('behavior: is compressed when the browser accepts gzip', async () => {
    const buyer = await aBuyer(app)
    const headers = { 'accept-encoding': 'gzip, br' }
    const response = await app.inject({ url: pageOf(buyer.link), headers })
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(response.rawPayload).toString('utf8')).toContain('<!doctype html>')
  })

  test('behavior: selects the asset in the query, if it is valid', async () => {
    const buyer = await aBuyer(app)
    const asset = async (name: string) =>
      viewIn((await app.inject(`${pageOf(buyer.link)}&asset=${name}`)).body).asset
    expect([await asset('ETH'), await asset('DOGE'), await asset('%3Cx%3E')]).toEqual([
      'ETH',
      'USDC',
      'USDC',
    ])
  })

  test('behavior: a link without a picture of the shop shows ours', async () => {
    const buyer = await aBuyer(app)
    const image = imageIn((await app.inject(pageOf(buyer.link))).body)
    expect(image).toBe(`${app.ctx.config.payUrl}/assets/preview.png`)
    const response = await app.inject('/assets/preview.png')
    expect(response.headers['content-type']).toBe('image/png')
    const { format, width, height } = await sharp(response.rawPayload).metadata()
    expect([format, width, height]).toEqual(['png', 1_200, 630])
    expect(imageIn((await app.inject('/portal/unknown')).body)).toBe(image)
  })

  test('behavior: a link shows the logo of the shop, or else the first item with a picture', {
    tags: 'slow',
  }, async () => {
    const { payUrl } = app.ctx.config
    const images = [asDataUri(await aPicture({ seed: 1 }))]
    const seller = await aSeller(app, { items: [{ sku: 'T', name: 'Tea', priceUsd: 5, images }] })
    const order = { items: [{ sku: 'T', qty: 1 }] }
    const { receiptId, lineItems } = (await seller.post('/api/orders', order)).json().receipt
    const [{ picture }] = lineItems
    const open = async () => imageIn((await app.inject(`/portal/${receiptId}`)).body)
    expect(await open()).toBe(`${payUrl}/media/${picture}/960.webp`)
    expect((await app.inject(`/media/${picture}/960.webp`)).statusCode).toBe(200)

    const setLogo = (brandLogoUrl: string) =>
      seller.act('/api/shop/config', { theme: { brandLogoUrl } })
    await setLogo('https://cdn.shop.test/logo.png')
    expect(await open()).toBe(`${payUrl}/media/${picture}/960.webp`)
    const upload = await app.inject({
      method: 'POST',
      url: '/api/media',
      headers: { ...seller.headers, 'content-type': 'image/png' },
      payload: await aPicture({ seed: 2 }),
    })
    const { url, hash } = upload.json().picture
    expect((await setLogo(url)).statusCode).toBe(200)
    expect(await open()).toBe(`${payUrl}/media/${hash}/960.webp`)
  })

  test('behavior: a link without its signature shows no item', async () => {
    const buyer = await aBuyer(app, { id: 'INV-7' })
    const { body } = await app.inject(`/portal/INV-7?recipient=${buyer.merchant}`)
    expect(imageIn(body)).toMatch(/preview\.png$/)
    expect(body).toContain('<meta property="og:description" content="$12.00">')
    const whole = (await app.inject(pageOf(buyer.link))).body
    expect(whole).toContain('<meta property="og:description" content="$12.00 for Tea">')
  })

  test('error: returns a 404 page for an unknown receipt', async () => {
    for (const url of ['/portal/unknown', '/portal/unknown?recipient=invalid', '/portal/%00']) {
      const response = await app.inject(url)
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.body).toContain('Payment not found')
      expect(response.body).not.toContain('<script')
      expect(response.headers['refresh']).toBeUndefined()
    }
  })

  test('error: a page that is unavailable tries again by itself', async () => {
    const buyer = await aBuyer(app)
    vi.spyOn(app.ctx.batches, 'run').mockRejectedValueOnce(new Error('away'))
    const response = await app.inject(pageOf(buyer.link))
    expect(response.statusCode).toBe(500)
    expect(response.headers['refresh']).toBe('15')
    expect(response.body).toContain('This page tries again by itself.')
  })

  test('error: returns 404 when two merchants have the id and no recipient is given', async () => {
    await Promise.all([aBuyer(app, { id: 'twice' }), aBuyer(app, { id: 'twice' })])
    expect((await app.inject('/portal/twice')).statusCode).toBe(404)
  })
})
