import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { developerKey, endpointSecret } from '../../test/sign-webhook.js'
import { readSecrets } from './read-secrets.js'

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

describe('readSecrets', () => {
  test('default', () => {
    const key = bytesOf(developerKey)
    expect(readSecrets(developerKey)).toEqual([{ text: developerKey, service: key, standard: key }])
  })

  test('behavior: returns an endpoint secret as text and as decoded bytes', () => {
    expect(readSecrets([developerKey, endpointSecret])[1]).toEqual({
      text: endpointSecret,
      service: bytesOf(endpointSecret),
      standard: Uint8Array.from({ length: 32 }, (_, index) => index),
    })
  })

  test('property: accepts any bytes as an endpoint secret', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const text = `whsec_${Buffer.from(bytes).toString('base64')}`
        expect(readSecrets(text)[0]?.standard).toEqual(bytes)
      }),
    )
  })

  test.each<[string, unknown, string]>([
    ['undefined', undefined, 'A secret is undefined.'],
    ['null', null, 'A secret is null.'],
    ['a number', 5, 'A secret is number.'],
    ['empty', '', 'A secret is empty.'],
    ['blank', ' \n', 'A secret is empty.'],
    ['an empty list', [], 'The list of secrets is empty.'],
    ['undefined in a list', [developerKey, undefined], 'A secret is undefined.'],
    ['empty in a list', [developerKey, ''], 'A secret is empty.'],
    ['whsec_ alone', 'whsec_', 'not base64'],
    ['a placeholder', 'whsec_…', 'not base64'],
    ['cut off', endpointSecret.slice(0, -3), 'not base64'],
  ])('error: rejects a secret that is %s', (_, secret, message) => {
    const attempt = () => readSecrets(secret)
    expect(attempt).toThrow(expect.objectContaining({ code: 'secret_unusable' }))
    expect(attempt).toThrow(message)
  })
})
