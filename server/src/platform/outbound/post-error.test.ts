import { describe, expect, test } from 'vitest'
import { postErrorOf } from './post-error.js'

describe('postErrorOf', () => {
  test.each([
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['EHOSTUNREACH', 'connection_failed'],
    ['ENETUNREACH', 'connection_failed'],
    ['ETIMEDOUT', 'connection_failed'],
    ['ADDRESS_REFUSED', 'address_refused'],
    ['HPE_INVALID_CONSTANT', 'bad_response'],
    ['HPE_HEADER_OVERFLOW', 'bad_response'],
    ['EPROTO', 'tls_failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
    ['CERT_HAS_EXPIRED', 'tls_failed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed'],
    ['INVALID_CA', 'tls_failed'],
    ['HOSTNAME_MISMATCH', 'tls_failed'],
  ])('default: classifies %s as %s', (code, error) => {
    expect(postErrorOf(Object.assign(new Error('x'), { code }))).toBe(error)
  })

  test.each([[new Error('x')], [null], [undefined], ['x'], [{ code: 7 }]])(
    'behavior: classifies %j as connection_failed',
    (error) => {
      expect(postErrorOf(error)).toBe('connection_failed')
    },
  )
})
