import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { accepts, compressOnce } from './compress.js'

describe('compressOnce', () => {
  test('default: every encoding decodes to the same text', async () => {
    const content = Buffer.from('tally '.repeat(100))
    const text = compressOnce(content)
    const [plain, gzip, br] = await Promise.all([text.plain(), text.gzip(), text.br()])
    expect([plain, gunzipSync(gzip), brotliDecompressSync(br)]).toEqual([content, content, content])
    expect(br.length).toBeLessThan(plain.length)
    expect(await text.br()).toBe(br)
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
