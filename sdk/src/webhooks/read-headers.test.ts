import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHeaders } from './read-headers.js'

describe('readHeaders', () => {
  test('default', () => {
    const headers = { 'X-Service-Event': ' a.b ', host: undefined, accept: '', via: ['a', 'b'] }
    expect([...readHeaders(headers)]).toEqual([
      ['x-service-event', 'a.b'],
      ['via', 'a, b'],
    ])
  })

  test('property: reads fetch headers, a Map and an object alike', () => {
    const aName = fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,9}$/)
    const aValue = fc.stringMatching(/^[!-~]{1,9}$/)
    fc.assert(
      fc.property(fc.dictionary(aName, aValue, { noNullPrototype: true }), (headers) => {
        fc.pre(
          new Set(Object.keys(headers).map((name) => name.toLowerCase())).size ===
            Object.keys(headers).length,
        )
        const read = readHeaders(headers)
        expect(new Map([...read].toSorted())).toEqual(readHeaders(new Headers(headers)))
        expect(read).toEqual(readHeaders(new Map(Object.entries(headers))))
      }),
    )
  })

  test('behavior: keeps identical values of a repeated header once', () => {
    const twice = (a: string, b: string) => readHeaders({ 'X-A': a, 'x-a': b }).get('x-a')
    expect(twice('1', '1')).toBe('1')
    expect(twice('1', '2')).toBe('1, 2')
  })

  test.each([[undefined], [null], ['x-a: 1'], [['x-a', '1']]])('error: rejects %j', (headers) => {
    const attempt = () => readHeaders(headers)
    expect(attempt).toThrow(expect.objectContaining({ code: 'headers_missing' }))
    expect(attempt).toThrow('Pass request.headers')
  })
})
