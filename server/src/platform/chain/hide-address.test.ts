import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hideAddress } from './hide-address.js'

const url = 'https://base.example/v2/a-key?network=base'
const name = 'node 1'

describe('hideAddress', () => {
  test('default', () => {
    const error = new Error(`POST ${url} failed`)
    hideAddress(error, { url, name })
    expect(error.message).toBe('POST node 1 failed')
    expect(error.stack).toContain('POST node 1 failed')
    expect(error.stack).not.toContain('a-key')
  })

  test('behavior: replaces the URL in every field, in lists and in causes', () => {
    const cause = Object.assign(new Error('refused'), { url, lines: ['URL:', url], code: 7 })
    const error = new Error('failed', { cause })
    hideAddress(error, { url, name })
    expect(cause).toMatchObject({ url: name, lines: ['URL:', name], code: 7 })
    expect(error.cause).toBe(cause)
  })

  test.each([
    ['without its password', 'https://base.example/v2/a-key'],
    ['its path alone', 'GET /v2/a-key'],
  ])('behavior: replaces %s', (_, text) => {
    const error = new Error(text)
    hideAddress(error, { url: 'https://me:pass@base.example/v2/a-key', name })
    expect(error.message).not.toContain('a-key')
  })

  test('behavior: a URL without a path does not replace every slash', () => {
    const error = new Error('1/2 of http://127.0.0.1:8545')
    hideAddress(error, { url: 'http://127.0.0.1:8545', name })
    expect(error.message).toBe('1/2 of node 1')
  })

  test.each([null, undefined, 'text', { message: url }])('behavior: ignores %j', (thrown) => {
    expect(() => hideAddress(thrown, { url, name })).not.toThrow()
  })

  test('property: leaves no key, wherever the URL occurs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const error = new Error(`${before}${url}${after}`)
        hideAddress(error, { url, name })
        expect(error.message).not.toContain('a-key')
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})
