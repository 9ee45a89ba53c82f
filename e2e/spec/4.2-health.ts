import { describe, expect, test } from 'vitest'
import { errorOf, useService } from './client.js'

const service = useService()

describe('GET /healthz', () => {
  test('behavior: no auth, 200 with JSON {status: string}', async () => {
    const { status, headers, body } = await service.anyone('GET /healthz')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(body).toEqual({ status: 'ok' })
  })

  test('behavior: a key that nobody has does not matter', async () => {
    const headers = { 'x-api-key': 'tly_test_unknown' }
    expect((await service.anyone('GET /healthz', { headers })).status).toBe(200)
  })
})

describe('GET /api/status/ping', () => {
  const ping = (headers: Record<string, string>) =>
    service.anyone('GET /api/status/ping', { headers })

  test('behavior: status and diagnostics, of the merchant the key belongs to', async () => {
    const { status, body } = await ping({ 'x-api-key': service.demo.apiKey })
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      status: 'ok',
      version: '1.0.0',
      time: expect.any(Number),
      uptimeMs: expect.any(Number),
      wallet: service.demo.merchantWallet,
      checks: expect.objectContaining({
        datastore: { ok: true, latencyMs: expect.any(Number) },
        rates: expect.objectContaining({ ok: true, ageMs: expect.any(Number) }),
      }),
    })
    expect(Number.isInteger(body['time'])).toBe(true)
  })

  test('behavior: the key is taken as subscription key and as Authorization: Bearer too', async () => {
    const { apiKey } = service.demo
    expect((await ping({ 'ocp-apim-subscription-key': apiKey })).status).toBe(200)
    expect((await ping({ authorization: `Bearer ${apiKey}` })).status).toBe(200)
  })

  test('behavior: Authorization: Bearer takes the token of a session', async () => {
    const { headers } = await service.signIn(service.demo.merchantPrivateKey)
    const token = /cb_auth_token=([^;]+)/.exec(headers.cookie)?.[1]
    expect((await ping({ authorization: `Bearer ${token}` })).status).toBe(200)
  })

  test('error: 401 without a key, and with a wrong one', async () => {
    expect(errorOf(await ping({}))).toBe('401 unauthorized')
    expect(errorOf(await ping({ 'x-api-key': 'wrong' }))).toBe('401 unauthorized')
    expect(errorOf(await ping({ authorization: 'Bearer wrong' }))).toBe('401 unauthorized')
  })
})
