import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { accepts, compressOnce, sendCompressed } from './compress.js'

describe('compressOnce', () => {
  test('default: every encoding decodes to the same text', async () => {
    const content = Buffer.from('tally '.repeat(100))
    const text = compressOnce(content)
    const [plainBuffer, gzip, br] = await Promise.all([text.plain(), text.gzip(), text.br()])
    expect([plainBuffer, gunzipSync(gzip), brotliDecompressSync(br)]).toEqual([
      content,
      content,
      content,
    ])
    expect(br.length).toBeLessThan(plainBuffer.length)
    expect(await text.br()).toBe(br)
  })

  test('behavior: a failure is not kept', async () => {
    let attempts = 0
    const encode = async (content: Buffer) => {
      attempts += 1
      if (attempts === 1) throw new Error('no memory')
      return content
    }
    const content = Buffer.from('tally')
    const text = compressOnce(content, { gzip: encode, br: encode })
    await expect(text.br()).rejects.toThrow('no memory')
    expect(await text.br()).toBe(content)
  })
})

describe('sendCompressed', () => {
  test('error: a failure leaves no encoding in the response', async () => {
    const app = fastify()
    const fail = async () => {
      throw new Error('no memory')
    }
    const text = compressOnce(Buffer.from('tally'), { gzip: fail, br: fail })
    app.get('/', (request, reply) => sendCompressed(request, reply, text))
    const response = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([500, undefined])
    expect(response.json()).toMatchObject({ message: 'no memory' })
    await app.close()
  })
})

describe('accepts', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', true],
    ['gzip;q=1.0, br;q=0', 'br', false],
    ['br;q=0.000', 'br', false],
    ['br;q=0.1', 'br', true],
    ['gzip', 'br', false],
    ['x-gzip', 'gzip', false],
    ['', 'gzip', false],
    [undefined, 'gzip', false],
  ] as const)('default: %s for %s is %s', (header, encoding, expected) => {
    expect(accepts(header, encoding)).toBe(expected)
  })
})
