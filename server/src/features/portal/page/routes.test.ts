import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer } from '../../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const pageOf = (link: string) => link.replace('/api/', '/')
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
      'x-frame-options': 'DENY',
    })
    expect(response.body).toContain('12.00')
    const view = viewIn(response.body)
    expect(view).toMatchObject({
      ...{ mode: 'sandbox', asset: 'USDC', now: app.ctx.now() },
      receipt: { receiptId: 'r-1', portalToken: buyer.portalToken },
    })
    expect(view.pageUrl).toContain(`/portal/r-1${view.query}`)
  })

  test('behavior: what it loads is there', async () => {
    const buyer = await aBuyer(app)
    const { body } = await app.inject(pageOf(buyer.link))
    const links = [...body.matchAll(/(?:<link[^>]+href|<script[^>]+src)="([^"]+)"/g)].map(
      ([, link]) => link ?? '',
    )
    expect(links).toHaveLength(2)
    for (const url of links) expect((await app.inject(url)).statusCode).toBe(200)
  })

  test('behavior: smaller for whoever can read it so', async () => {
    const buyer = await aBuyer(app)
    const headers = { 'accept-encoding': 'gzip, br' }
    const response = await app.inject({ url: pageOf(buyer.link), headers })
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(response.rawPayload).toString('utf8')).toContain('<!doctype html>')
  })

  test('behavior: begins with what the buyer chose, if there is such a thing', async () => {
    const buyer = await aBuyer(app)
    const asset = async (name: string) =>
      viewIn((await app.inject(`${pageOf(buyer.link)}&asset=${name}`)).body).asset
    expect([await asset('ETH'), await asset('DOGE'), await asset('%3Cx%3E')]).toEqual([
      'ETH',
      'USDC',
      'USDC',
    ])
  })

  test('error: no such receipt, in words for people', async () => {
    for (const url of ['/portal/nothing', '/portal/nothing?recipient=nobody', '/portal/%00']) {
      const response = await app.inject(url)
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.body).toContain('There is no payment here')
      expect(response.body).not.toContain('<script')
    }
  })

  test('error: the same id at two merchants, and nobody said which', async () => {
    await Promise.all([aBuyer(app, { id: 'twice' }), aBuyer(app, { id: 'twice' })])
    expect((await app.inject('/portal/twice')).statusCode).toBe(404)
  })
})

describe('GET /assets/portal/:file', () => {
  test('default: for ever, because another content has another name', async () => {
    const buyer = await aBuyer(app)
    const { body } = await app.inject(pageOf(buyer.link))
    const url = /src="([^"]+)"/.exec(body)?.[1] ?? ''
    const response = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

  test.each(['nothing.js', 'manifest.json', '..%2F..%2Fpackage.json'])(
    'error: %s',
    async (file) => {
      expect((await app.inject(`/assets/portal/${file}`)).statusCode).toBe(404)
    },
  )
})
