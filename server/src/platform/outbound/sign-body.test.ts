import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { formatEndpointSecret, signBody } from './sign-body.js'

const event = { id: 'e-1', body: '{"a":"ä"}', signedAt: unixMs(1_767_268_800_999) }
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)

describe('signBody', () => {
  test('default', () => {
    expect(signBody(event, ['tly_test_key'])).toEqual({
      signature: `sha256=${hmac('tly_test_key', event.body).digest('hex')}`,
      standardSignature: `v1,${hmac('tly_test_key', `e-1.1767268800.${event.body}`).digest('base64')}`,
    })
  })

  test('behavior: decodes an endpoint secret for the Standard Webhooks signature', () => {
    const bytes = Buffer.alloc(32, 7)
    const secret = formatEndpointSecret(bytes)
    expect(secret).toBe(`whsec_${bytes.toString('base64')}`)
    expect(signBody(event, [secret])).toEqual({
      signature: `sha256=${hmac(secret, event.body).digest('hex')}`,
      standardSignature: `v1,${hmac(bytes, `e-1.1767268800.${event.body}`).digest('base64')}`,
    })
  })
})
