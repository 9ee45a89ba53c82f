import { describe, expect, test } from 'vitest'
import { developerKey, endpointSecret } from '../../test/sign-webhook.js'
import { describeSecret } from './describe-secret.js'

describe('describeSecret', () => {
  test('default', () => {
    expect(describeSecret(developerKey)).toContain('not the one that created this receipt')
  })

  test.each([
    [endpointSecret, "is an endpoint's secret"],
    [` ${developerKey}`, 'white space or quotes'],
    [`${developerKey}'`, 'white space or quotes'],
    ['tly_test_...', 'placeholder'],
    ['tly_test_…', 'placeholder'],
    ['<your key>', 'placeholder'],
    ['$TALLYSTICK_KEY', 'placeholder'],
    ['changeme', 'placeholder'],
    [developerKey.slice(0, -1), 'incomplete'],
    [endpointSecret.slice(0, -4), 'incomplete'],
    ['0123456789abcdef', 'no known prefix'],
  ])('behavior: describes the secret %s', (secret, message) => {
    expect(describeSecret(secret)).toContain(message)
  })
})
