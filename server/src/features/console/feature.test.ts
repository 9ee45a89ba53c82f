import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const preloads = (html: string) =>
  Array.from(html.matchAll(/<link rel="(\w*preload)" href="([^"]*)"/g), ([, rel, href = '']) => [
    rel,
    href.replace(/-[\w-]{8}\./, '.'),
  ])

describe('GET /console', () => {
  test('default: loads the scripts of home beside the entry', async () => {
    const { body } = await app.inject('/console')
    const files = preloads(body).map(([, href]) => href)
    expect(files).toContain('/assets/console/console.js')
    expect(files).toContain('/assets/console/home-screen.js')
    expect(files).not.toContain('/api/auth/me')
    for (const [, href = ''] of body.matchAll(/<link rel="modulepreload" href="([^"]*)"/g)) {
      expect([href, (await app.inject(href)).statusCode]).toEqual([href, 200])
    }
  })

  test('behavior: loads the scripts of the screen in the path', async () => {
    const { body } = await app.inject('/console/receipts/r-1')
    const files = preloads(body).map(([, href]) => href)
    expect(files).toContain('/assets/console/receipts-screen.js')
    expect(files).not.toContain('/assets/console/home-screen.js')
    const unknown = preloads((await app.inject('/console/%22%3E%3Cscript%3E')).body)
    expect(unknown.some(([, href]) => href?.includes('script'))).toBe(false)
  })

  test('behavior: reads early who is signed in, if a session may exist', async () => {
    const { cookie } = await signIn(app)
    const { body } = await app.inject({ url: '/console', headers: { cookie } })
    expect(preloads(body)).toContainEqual(['preload', '/api/auth/me'])
  })

  test('behavior: may frame our pages, and files that its script has read', async () => {
    const { headers } = await app.inject('/console/shop')
    expect(headers['content-security-policy']).toContain(
      "frame-src 'self' blob:; object-src blob:;",
    )
  })
})
