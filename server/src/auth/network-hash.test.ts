import { describe, expect, test } from 'vitest'
import { AppError } from '../lib/errors.js'
import { createNetworkHash } from './network-hash.js'

const hash = createNetworkHash({ jwtSecret: 'a secret' })

describe('createNetworkHash', () => {
  test('default', () => {
    expect(hash('192.0.2.1')).toMatch(/^[0-9a-f]{32}$/)
    expect(hash('192.0.2.1')).toBe(hash('::ffff:192.0.2.1'))
    expect(hash('192.0.2.1')).not.toBe(hash('192.0.2.2'))
  })

  test('behavior: a /64 network of IPv6 has one hash', () => {
    expect(hash('2001:db8:0:1::5')).toBe(hash('2001:db8:0:1:ffff::6'))
    expect(hash('2001:db8:0:1::5')).not.toBe(hash('2001:db8:0:2::5'))
  })

  test('error: rejects the request of a client that disconnected', () => {
    expect(() => hash(undefined as unknown as string)).toThrow(
      new AppError('invalid_input', 'The request was aborted.'),
    )
  })

  test('behavior: depends on the secret', () => {
    expect(createNetworkHash({ jwtSecret: 'another' })('192.0.2.1')).not.toBe(hash('192.0.2.1'))
  })
})
