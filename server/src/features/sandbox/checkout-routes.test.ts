import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { buildApp } from '../../app.js'
import { seedDemo } from './seed-demo.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** What a browser sends for a form without fields. */
const form = {
  method: 'POST',
  url: '/sandbox/checkout',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: '',
} as const

describe('POST /sandbox/checkout', () => {
  test('default: places an order and redirects to its payment page on the same host', async () => {
    await seedDemo(app.ctx, 'a secret')
    const response = await app.inject(form)
    expect(response.statusCode).toBe(303)
    const location = String(response.headers.location)
    expect(location).toMatch(/^\/portal\/rcpt_\w+\?recipient=0x\w{40}&k=/)

    const shown = await app.inject(`/api${location}`)
    expect(shown.json()).toMatchObject({
      status: 'generated',
      brandName: 'Notch & Bean',
      contact: { email: 'hello@notchandbean.example', phone: '+1 202 555 0143' },
      lineItems: expect.arrayContaining([expect.objectContaining({ label: 'Flat white', qty: 2 })]),
    })
  })

  test('error: 404 in live mode', async () => {
    const { server } = await buildApp({ ...app.ctx, sandbox: null })
    expect((await server.inject(form)).statusCode).toBe(404)
    await server.close()
  })
})
