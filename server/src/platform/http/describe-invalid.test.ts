import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('a missing field', () => {
  test('default: the message says what it is and where to get it', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload: {} })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'invalid_input',
        message: 'message is required: EIP-4361 message with the nonce of GET /api/auth/nonce.',
      },
    ])
  })

  test('behavior: names the place of a nested field', async () => {
    const { headers } = await signIn(app)
    const payload = { recipients: [{ sharesBps: 10_000 }] }
    const response = await app.inject({
      method: 'POST',
      url: '/api/split/deploy',
      headers,
      payload,
    })
    expect(response.json().message).toBe('recipients.0.address is required.')
  })

  test('behavior: a sale without recipients or items names the next call', async () => {
    const { headers } = await signIn(app)
    const sell = async (payload: object) =>
      (await app.inject({ method: 'POST', url: '/api/orders', headers, payload })).json()
    expect((await sell({})).message).toContain('GET /api/inventory')
    const unknown = await sell({ items: [{ sku: 'X', qty: 1 }] })
    expect(unknown.message).toContain('POST /api/inventory')
    const url = '/api/receipts/terminal'
    const payload = { amountUsd: 1 }
    const refused = (await app.inject({ method: 'POST', url, headers, payload })).json()
    expect(refused).toMatchObject({ error: 'split_required' })
    expect(refused.message).toContain('POST /api/split/deploy')
  })
})
