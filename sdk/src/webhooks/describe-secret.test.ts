import { describe, expect, test } from 'vitest'
import { developerKey, endpointSecret } from '../../test/sign-webhook.js'
import { describeSecret } from './describe-secret.js'

describe('describeSecret', () => {
  test('default', () => {
    expect(describeSecret(developerKey)).toContain('not the one that made this receipt')
  })

  test.each([
    [endpointSecret, 'is of an endpoint of the shop'],
    [` ${developerKey}`, 'white space or quotes'],
    [`${developerKey}'`, 'white space or quotes'],
    ['tly_test_...', 'placeholder'],
    ['tly_test_…', 'placeholder'],
    ['<your key>', 'placeholder'],
    ['$TALLYSTICK_KEY', 'placeholder'],
    ['changeme', 'placeholder'],
    [developerKey.slice(0, -1), 'not whole'],
    [endpointSecret.slice(0, -4), 'not whole'],
    ['0123456789abcdef', 'begins neither with'],
  ])('behavior: %s', (secret, message) => {
    expect(describeSecret(secret)).toContain(message)
  })
})
