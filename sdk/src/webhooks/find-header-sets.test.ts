import { describe, expect, test } from 'vitest'
import { findHeaderSets } from './find-header-sets.js'

const acme = {
  'x-acme-signature': 'sha256=a',
  'x-acme-event': 'a.b',
  'x-acme-delivery': 'd',
  'x-acme-timestamp': '1',
  'x-acme-attempt': '2',
}
const standard = { 'webhook-id': 'e', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' }
const service = {
  prefix: 'x-acme',
  signature: 'sha256=a',
  event: 'a.b',
  delivery: 'd',
  timestamp: '1',
  attempt: '2',
}
const find = (headers: Record<string, string>, serviceName?: string) =>
  findHeaderSets(new Map(Object.entries(headers)), serviceName)

describe('findHeaderSets', () => {
  test('default', () => {
    expect(find({ host: 'x', ...acme, ...standard })).toEqual({
      service,
      standard: { id: 'e', timestamp: '1', signature: 'v1,a' },
    })
  })

  test('behavior: detects a service name with dashes', () => {
    expect(find({ 'x-my-shop-signature': 'sha256=a' }).service?.prefix).toBe('x-my-shop')
  })

  test('behavior: ignores the signature header of a proxy', () => {
    const proxy = { 'x-proxy-signature': 'abc' }
    expect(find({ ...proxy, ...acme }).service).toEqual(service)
    expect(find({ ...proxy, ...standard }).service).toBeNull()
  })

  test('behavior: uses serviceName to choose between two signature headers', () => {
    const both = { ...acme, 'x-other-signature': 'sha256=b', 'x-other-event': 'c.d' }
    expect(find(both, 'ACME').service).toEqual(service)
    expect(() => find(both)).toThrow(expect.objectContaining({ code: 'headers_ambiguous' }))
    expect(() => find(both)).toThrow('x-acme-signature, x-other-signature')
  })

  test('behavior: ignores a webhook-id without a signature', () => {
    expect(find({ ...acme, 'webhook-id': 'e' }).standard).toBeNull()
  })

  test.each([
    ['x-service-signature', { host: 'x', 'content-type': 'y' }, undefined, 'content-type, host'],
    ['x-service-signature', {}, undefined, 'none'],
    ['x-other-signature', { 'x-acme-signature': 'sha256=a' }, 'Other', 'x-acme-signature'],
    ['webhook-id', { 'webhook-signature': 'v1,a' }, undefined, 'webhook-signature'],
    [
      'webhook-timestamp',
      { 'webhook-signature': 'v1,a', 'webhook-id': 'e' },
      undefined,
      'webhook-id, webhook-signature',
    ],
  ])('error: reports the missing header %s among %j', (name, headers, serviceName, names) => {
    const attempt = () => find(headers as Record<string, string>, serviceName)
    expect(attempt).toThrow(expect.objectContaining({ code: 'headers_missing' }))
    expect(attempt).toThrow(`The header ${name} is missing. Received headers: ${names}.`)
  })
})
