import { describe, expect, test } from 'vitest'
import { describeMasterKey } from './master-key.js'

describe('describeMasterKey', () => {
  test.each([
    [true, 'ok'],
    [false, 'problem'],
    [null, 'skipped'],
  ])('default: %s is %s', (isKnown, status) => {
    expect(describeMasterKey(isKnown).status).toBe(status)
  })
})
