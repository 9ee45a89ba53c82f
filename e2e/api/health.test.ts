import { describe, expect, test } from 'vitest'
import { errorOf, useService } from '../helpers/client.js'

const service = useService()

describe('GET /healthz', () => {
  test('behavior: returns {status} without authentication', async () => {
    const { status, headers } = await service.anyone('GET /healthz')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    // A busy machine may delay a check for a moment.
    const body = async () => (await service.anyone('GET /healthz')).body
    await expect.poll(body).toEqual({ status: 'ok' })
  })

  test('behavior: ignores an unknown key', async () => {
    const headers = { 'x-api-key': 'tly_test_unknown' }
    expect((await service.anyone('GET /healthz', { headers })).status).toBe(200)
  })
})

describe('GET /api/status/ping', () => {
  const ping = (headers: Record<string, string>) =>
    service.anyone('GET /api/status/ping', { headers })

  test('behavior: returns the status, the checks and the wallet of the key', async () => {
    const key = { 'x-api-key': service.demo.apiKey }
    await expect.poll(async () => (await ping(key)).body['status']).toBe('ok')
    const { status, body } = await ping(key)
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

  test('behavior: accepts the key as subscription key and as Authorization: Bearer', async () => {
    const { apiKey } = service.demo
    expect((await ping({ 'ocp-apim-subscription-key': apiKey })).status).toBe(200)
    expect((await ping({ authorization: `Bearer ${apiKey}` })).status).toBe(200)
  })

  test('behavior: accepts a session token as Authorization: Bearer', async () => {
    const { headers } = await service.signIn(service.demo.merchantPrivateKey)
    const token = /cb_auth_token=([^;]+)/.exec(headers.cookie)?.[1]
    expect((await ping({ authorization: `Bearer ${token}` })).status).toBe(200)
  })

  test('error: returns 401 for a missing or wrong key', async () => {
    expect(errorOf(await ping({}))).toBe('401 unauthorized')
    expect(errorOf(await ping({ 'x-api-key': 'wrong' }))).toBe('401 unauthorized')
    expect(errorOf(await ping({ authorization: 'Bearer wrong' }))).toBe('401 unauthorized')
  })
})
