import { describe, expect, test } from 'vitest'
import { unixMs } from '../../../lib/time.js'
import { formatEndpointSecret, signBody } from '../../../platform/outbound/sign-body.js'
import { readResponse } from './read-response.js'

const secret = formatEndpointSecret(Buffer.alloc(32, 251))
const signatures = signBody({ id: 'e', body: '{}', signedAt: unixMs(1_000) }, [
  secret,
  'tly_test_1',
])

const read = (
  body: string | Uint8Array,
  more: { contentType?: string; isComplete?: boolean } = {},
) =>
  readResponse(
    { contentType: 'text/plain', body: Buffer.from(body), isComplete: true, ...more },
    signatures,
  )

describe('readResponse', () => {
  test('default', () => {
    expect(read('not found: ä')).toEqual({
      contentType: 'text/plain',
      body: 'not found: ä',
      isTruncated: false,
    })
  })

  test('behavior: replaces what cannot be shown', () => {
    const hostile = Buffer.concat([
      Buffer.from('0123456789 0123456789 0123456789\t\r\n\u001b[31m\u202ered\u0085'),
      Uint8Array.of(0xff, 0x41, 0xed, 0xa0, 0x80),
    ])
    const { body } = read(hostile)
    expect(body?.startsWith('0123456789 0123456789 0123456789\t\n\ufffd[31m\ufffdred\ufffd')).toBe(
      true,
    )
    expect(body).not.toMatch(/(?![\t\n])\p{Cc}|\u202e/u)
    expect(body?.isWellFormed()).toBe(true)
  })

  test.each([
    ['a zero byte', Uint8Array.of(65, 0, 65)],
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0xff, 0xfe)],
    ['random bytes', Uint8Array.from({ length: 300 }, (_, place) => 128 + (place % 100))],
  ])('behavior: says that %s is binary', (_, bytes) => {
    expect(read(bytes)).toEqual({ contentType: 'text/plain', body: null, isTruncated: false })
  })

  test('behavior: cuts after 2 KB, between characters', () => {
    const { body, isTruncated } = read('€'.repeat(1_000))
    expect([Buffer.byteLength(body ?? ''), isTruncated]).toEqual([2_046, true])
    expect(body).not.toContain('\ufffd')
    expect(read('a'.repeat(2_048))).toMatchObject({ body: 'a'.repeat(2_048), isTruncated: false })
    const half = Buffer.from('aaaaaaaaaaa€').subarray(0, -1)
    expect(read(half, { isComplete: false })).toMatchObject({
      body: 'aaaaaaaaaaa',
      isTruncated: true,
    })
  })

  test('behavior: hides secrets and signatures that a receiver echoes', () => {
    const { signature, standardSignature } = signatures
    const echo = JSON.stringify({ secret, signature, standardSignature, key: 'tly_test_abc' })
    const forms = [
      echo,
      echo.replaceAll('/', '\\/'),
      encodeURIComponent(signature + standardSignature),
      'a'.repeat(2_030) + signature,
    ]
    const hidden = [secret.slice(6), signature.slice(7), ...standardSignature.split(' ')]
      .flatMap((value) => [value, encodeURIComponent(value)])
      .map((value) => value.replace(/^v1(,|%2C)/, '').slice(0, 20))
    for (const form of forms) {
      const { body } = read(form)
      for (const value of hidden) expect(body).not.toContain(value)
    }
    expect(read('', { contentType: `text/plain; key=${secret}` }).contentType).toBe(
      'text/plain; key=whsec_[hidden]',
    )
  })

  test('behavior: cuts a long content type', () => {
    expect(read('', { contentType: 'a'.repeat(4_000) }).contentType).toHaveLength(100)
  })
})
