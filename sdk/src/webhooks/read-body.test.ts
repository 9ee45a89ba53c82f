import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBody } from './read-body.js'

describe('readBody', () => {
  test('default', () => {
    expect(readBody('{"a":"ë"}')).toEqual(new Uint8Array(Buffer.from('{"a":"ë"}')))
  })

  test('behavior: any bytes stay as they are, in whatever they come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(readBody(bytes)).toEqual(bytes)
        expect(readBody(Buffer.from(bytes))).toEqual(bytes)
        expect(readBody(bytes.slice().buffer)).toEqual(bytes)
      }),
    )
  })

  test('behavior: what the caller changes later does not change it', () => {
    const bytes = Buffer.from('{}')
    const read = readBody(bytes)
    bytes.fill(0)
    expect(read).toEqual(new Uint8Array([0x7b, 0x7d]))
  })

  test.each(['new Uint8Array([123, 125])', 'new Uint8Array([123, 125]).buffer'])(
    'behavior: bytes of another realm, %s',
    (code) => {
      expect(readBody(runInNewContext(code))).toEqual(new Uint8Array([123, 125]))
    },
  )

  test.each([[''], [undefined], [null], [new Uint8Array()]])('error: %j is empty', (body) => {
    const refused = () => readBody(body)
    expect(refused).toThrow(expect.objectContaining({ code: 'body_empty' }))
    expect(refused).toThrow('Express')
  })

  test.each<[string, unknown]>([
    ['an object, so it was parsed', { event: 'receipt.status_updated' }],
    ['an object, so it was parsed', []],
    ['an object that was made into a text', String({})],
    ['a stream; read it to its end first', Readable.from(['{}'])],
    ['a stream; read it to its end first', new ReadableStream()],
    ['a request; pass await request.text()', new Request('http://localhost')],
    ['a number', 5],
  ])('error: body is %s', (what, body) => {
    const refused = () => readBody(body)
    expect(refused).toThrow(expect.objectContaining({ code: 'body_parsed' }))
    expect(refused).toThrow(`body is ${what}.`)
    expect(refused).toThrow('Fastify')
  })
})
