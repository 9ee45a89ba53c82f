import { describe, expect, test } from 'vitest'
import { describeFailure, isChainFailure } from './describe-failure.js'

/** Builds an error like the library's, with a short and a full message. */
const aFailure = (fields: object) =>
  Object.assign(new Error('HTTP request failed.\n\nURL: http://node.test/canary7f3a'), {
    shortMessage: 'HTTP request failed.',
    ...fields,
  })

describe('describeFailure', () => {
  test('default', () => {
    const error = aFailure({ details: 'fetch failed' })
    expect(isChainFailure(error)).toBe(true)
    expect(describeFailure(error)).toBe('HTTP request failed.')
  })

  test('behavior: quotes the error of a node', () => {
    expect(describeFailure(aFailure({ code: -32_000, details: 'too\0busy' }))).toBe('too busy')
  })

  test('behavior: quotes other errors, redacted and truncated', () => {
    const error = new Error(`no Bearer abc.def ${'x'.repeat(500)}`)
    expect(isChainFailure(error)).toBe(false)
    expect(describeFailure(error)).toMatch(/^no Bearer \[hidden\] x+$/)
    expect(describeFailure(error)).toHaveLength(300)
    expect(describeFailure('plain')).toBe('plain')
  })
})
