import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBody } from './read-body.js'

describe('readBody', () => {
  test('default', () => {
    expect(readBody('{"a":"ë"}')).toEqual(new Uint8Array(Buffer.from('{"a":"ë"}')))
  })

  test('property: returns the same bytes for every supported type', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(readBody(bytes)).toEqual(bytes)
        expect(readBody(Buffer.from(bytes))).toEqual(bytes)
        expect(readBody(bytes.slice().buffer)).toEqual(bytes)
      }),
    )
  })

  test('behavior: copies the bytes', () => {
    const bytes = Buffer.from('{}')
    const read = readBody(bytes)
    bytes.fill(0)
    expect(read).toEqual(new Uint8Array([0x7b, 0x7d]))
  })

  test.each(['new Uint8Array([123, 125])', 'new Uint8Array([123, 125]).buffer'])(
    'behavior: accepts bytes of another realm: %s',
    (code) => {
      expect(readBody(runInNewContext(code))).toEqual(new Uint8Array([123, 125]))
    },
  )

  test.each([[''], [undefined], [null], [new Uint8Array()]])(
    'error: rejects the empty body %j',
    (body) => {
      const attempt = () => readBody(body)
      expect(attempt).toThrow(expect.objectContaining({ code: 'body_empty' }))
      expect(attempt).toThrow('Express')
    },
  )

  test.each<[string, unknown]>([
    ['a parsed object', { event: 'receipt.status_updated' }],
    ['a parsed object', []],
    ['an object converted to a string', String({})],
    ['a stream; read it first', Readable.from(['{}'])],
    ['a stream; read it first', new ReadableStream()],
    ['a request; pass await request.text()', new Request('http://localhost')],
    ['a number', 5],
  ])('error: rejects a body that is %s', (type, body) => {
    const attempt = () => readBody(body)
    expect(attempt).toThrow(expect.objectContaining({ code: 'body_parsed' }))
    expect(attempt).toThrow(`body is ${type}.`)
    expect(attempt).toThrow('Fastify')
  })
})
