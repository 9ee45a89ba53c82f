import { describe, expect, test } from 'vitest'
import { describeAlerts, describeBaseUrl, describeProxies } from './check-service.js'

const url = 'https://pay.example.com'

describe('describeBaseUrl', () => {
  test.each([
    [{ status: 200, isOurs: true }, 'ok'],
    [null, 'skipped'],
    [{ status: 502, isOurs: false }, 'warning'],
    [{ status: 200, isOurs: false }, 'warning'],
    [{ status: 301, isOurs: false }, 'warning'],
  ])('default: %j is %s', (health, status) => {
    expect(describeBaseUrl(url, health).status).toBe(status)
  })
})

describe('describeProxies', () => {
  test('default', () => {
    const trustedProxies = ['127.0.0.1', '10.0.0.0/8']
    expect(describeProxies({ mode: 'live', host: '0.0.0.0', trustedProxies })).toMatchObject({
      status: 'ok',
      message: 'Forwarded addresses are trusted from: 127.0.0.1, 10.0.0.0/8.',
    })
  })

  test('error: states the consequence of none in live mode', () => {
    const none = { host: '0.0.0.0', trustedProxies: [] }
    const finding = describeProxies({ mode: 'live', ...none })
    expect(finding).toMatchObject({ status: 'warning', message: expect.stringContaining('share') })
    expect(describeProxies({ mode: 'sandbox', ...none }).status).toBe('ok')
  })

  test.each(['127.0.0.1', '::1'])('error: names the proxy that connects to %s', (host) => {
    expect(describeProxies({ mode: 'live', host, trustedProxies: [] })).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('only a proxy on this machine'),
      fix: `Set TRUSTED_PROXIES=${host}.`,
    })
  })
})

describe('describeAlerts', () => {
  test('default', () => {
    const statusOf = (mode: 'sandbox' | 'live', alertWebhookUrl?: string) =>
      describeAlerts({ mode, alertWebhookUrl }).status
    expect(statusOf('live', 'https://alerts.example.com')).toBe('ok')
    expect(statusOf('live')).toBe('warning')
    expect(statusOf('sandbox')).toBe('ok')
  })
})
