import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { buildApp } from '../../app.js'

const apiKey = 'tly_test_of_the_demo_shop'
const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-home-'))
const demoFile = join(dataDir, 'demo.json')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true })
})

describe('GET /', () => {
  test('default', async () => {
    const response = await app.inject('/')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('data-mode="sandbox"')
    expect(response.body).toContain(`<code>${dataDir}</code>`)
    expect(response.body).toContain('action="/sandbox/checkout"')
  })

  test('behavior: has the demo key once there is one', async () => {
    expect((await app.inject('/')).body).toContain('<mark>&lt;your key></mark>')

    writeFileSync(demoFile, JSON.stringify({ apiKey }))
    const { body } = await app.inject('/')
    expect(body).toContain(`<mark>${apiKey}</mark>`)
    expect(body).toContain(`<code>${demoFile}</code>`)

    writeFileSync(demoFile, 'not JSON')
    expect((await app.inject('/')).body).toContain('<mark>&lt;your key></mark>')
  })

  test('behavior: in live mode shows no key, no path and no demo', async () => {
    writeFileSync(demoFile, JSON.stringify({ apiKey }))
    const config = { ...app.ctx.config, mode: 'live' as const }
    const { server } = await buildApp({ ...app.ctx, config, sandbox: null })
    const { body, headers } = await server.inject('/')
    await server.close()
    expect(body).toContain('data-mode="live"')
    const page = body.replace(/<style>.*?<\/style>/s, '')
    for (const secret of [apiKey, dataDir, 'andbox']) expect(page).not.toContain(secret)
    expect(headers['content-security-policy']).toContain("form-action 'none'")
  })

  test('behavior: every link works and none leads to another host', async () => {
    const { body } = await app.inject('/')
    const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThan(10)
    for (const link of links.filter((candidate) => !candidate.startsWith('#'))) {
      expect(link).toMatch(/^\//)
      expect([link, (await app.inject(link)).statusCode]).toEqual([link, 200])
    }
  })

  test('behavior: the CSP allows no inline code, and the page has none', async () => {
    const { body, headers } = await app.inject('/')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(headers['content-security-policy']).toMatch(/style-src 'sha256-[^']+';/)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
  })
})

describe('GET /docs/{page}', () => {
  test('default', async () => {
    const response = await app.inject('/docs/receipts.md')
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(response.body).toMatch(/^# /)
  })

  test.each(['unknown.md', 'constructor', 'decisions', '..%2FREADME.md', '%2e%2e%2fpackage.json'])(
    'error: 404 for %s',
    async (page) => {
      expect((await app.inject(`/docs/${page}`)).statusCode).toBe(404)
    },
  )
})
