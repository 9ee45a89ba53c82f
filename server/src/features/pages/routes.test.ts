import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { buildApp } from '../../app.js'
import { readAppAssets } from './app-assets.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('GET /assets/portal/:file', () => {
  test('default: browsers may cache a script forever', async () => {
    const { script: url } = readAppAssets('portal')
    const response = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

  test.each(['nothing.js', 'manifest.json', '..%2F..%2Fpackage.json'])(
    'error: %s is not found',
    async (file) => {
      expect((await app.inject(`/assets/portal/${file}`)).statusCode).toBe(404)
    },
  )
})

describe('GET /pay-button.js', () => {
  test('default: pages of every site may load it, also isolated ones', async () => {
    const response = await app.inject({
      url: '/pay-button.js',
      headers: { 'accept-encoding': 'br', origin: 'https://tea.example' },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
})

describe('GET /sandbox/parts', () => {
  test('default: shows the parts of pages, in a sandbox only', async () => {
    const response = await app.inject('/sandbox/parts')
    expect([response.statusCode, response.body]).toEqual([
      200,
      expect.stringContaining('<h2>status-pill</h2>'),
    ])
    const { server } = await buildApp({ ...app.ctx, sandbox: null })
    expect((await server.inject('/sandbox/parts')).statusCode).toBe(404)
    await server.close()
  })
})
