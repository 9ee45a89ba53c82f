import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** As Chromium sends it. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (url: string, headers: Record<string, string> = { accept }) =>
  app.inject({ url, headers })

describe('errors in a browser', () => {
  test.each([
    ['/nowhere', 404, 'Page not found'],
    ['/nowhere?a=<script>', 404, 'Page not found'],
    ['/portal', 404, 'Payment not found'],
    ['/portal/', 404, 'Payment not found'],
    ['/portal/unknown', 404, 'Payment not found'],
    ['/portal/%E0%A4', 400, 'Payment not found'],
    ['/portal/%00', 404, 'Payment not found'],
    [`/portal/${'a'.repeat(600)}`, 414, 'Payment not found'],
  ])('default: %s is a page that names the next step', async (url, status, title) => {
    const response = await open(url)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(response.headers['x-correlation-id']).toBeTruthy()
    expect(response.body).toContain(`<h1>${title}</h1>`)
    // The start page is the operator's. Buyers ask the shop.
    const isPayment = url.startsWith('/portal')
    expect(response.body.includes('<a href="/">')).toBe(!isPayment)
    if (isPayment) expect(response.body).toContain('the shop')
    expect(response.body).not.toContain('<script')
    expect(response.body).toContain('No real money moves here.')
  })

  test.each([
    ['/nowhere', { accept: '*/*' }],
    ['/nowhere', {}],
    ['/api/nowhere', { accept }],
    ['/api/receipts', { accept }],
  ])('behavior: %s with %j is JSON', async (url, headers) => {
    const response = await open(url, headers as Record<string, string>)
    expect(response.statusCode).toBeGreaterThanOrEqual(401)
    expect(response.json()).toEqual({ error: expect.any(String), message: expect.any(String) })
  })

  test('behavior: a request that changes something gets JSON', async () => {
    const response = await app.inject({ method: 'POST', url: '/nowhere', headers: { accept } })
    expect(response.json().error).toBe('not_found')
  })
})

describe('files that browsers and crawlers ask for', () => {
  test('default', async () => {
    const icon = await open('/favicon.ico', {})
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    const robots = await open('/robots.txt', {})
    expect([robots.statusCode, robots.headers['content-type']]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(robots.body).toContain('Disallow: /portal/')
  })
})
