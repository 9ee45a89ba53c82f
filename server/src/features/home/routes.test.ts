import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('GET /', () => {
  test('default', async () => {
    const response = await app.inject('/')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('data-mode="sandbox"')
  })

  test('behavior: every link works and none leads to another host', async () => {
    const { body } = await app.inject('/')
    const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links.filter((candidate) => !candidate.startsWith('#'))) {
      expect(link).toMatch(/^\//)
      expect((await app.inject(link)).statusCode).toBe(200)
    }
  })

  test('behavior: the CSP allows no inline code, and the page has none', async () => {
    const { body, headers } = await app.inject('/')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
  })
})
