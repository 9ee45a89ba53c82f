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
      mode: 'sandbox',
      asset: 'USDC',
      now: app.ctx.now(),
      receipt: { receiptId: 'r-1', portalToken: buyer.portalToken },
    })
    expect(view.pageUrl).toContain(`/portal/r-1${view.query}`)
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

  test('error: returns a 404 page for an unknown receipt', async () => {
    for (const url of ['/portal/unknown', '/portal/unknown?recipient=invalid', '/portal/%00']) {
      const response = await app.inject(url)
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.body).toContain('Payment not found')
      expect(response.body).not.toContain('<script')
    }
  })

  test('error: returns 404 when two merchants have the id and no recipient is given', async () => {
    await Promise.all([aBuyer(app, { id: 'twice' }), aBuyer(app, { id: 'twice' })])
    expect((await app.inject('/portal/twice')).statusCode).toBe(404)
  })
})
