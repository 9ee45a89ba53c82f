// @module-tag slow
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/fixtures/cpu-time.js'
import { aSample, samples } from '../../test/fixtures/image-samples.js'
import { readImageData } from './image-data.js'

const limit = { maxBytes: 10_000 }
const kinds = 'must be a PNG, JPEG, WebP, GIF or AVIF image'
const types = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webpLossy: 'image/webp',
  webpLossless: 'image/webp',
  webpExtended: 'image/webp',
  gif87: 'image/gif',
  gif89: 'image/gif',
} as const
const names = Object.keys(types) as (keyof typeof types)[]

const png = `data:image/png;base64,${samples.png}`

function embed(type: string, bytes: Uint8Array | string): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

describe('readImageData', () => {
  test.each(names)('default: %s', (name) => {
    const text = `data:${types[name]};base64,${samples[name]}`
    expect(readImageData(text, limit)).toEqual({
      value: { text, type: types[name], bytes: aSample(name).length },
    })
  })

  test.each([
    ['IMAGE/PNG', 'png', 'image/png'],
    ['image/jpg', 'jpeg', 'image/jpeg'],
    ['Image/JPG', 'jpeg', 'image/jpeg'],
  ] as const)('behavior: %s is written in its proper form', (declared, name, type) => {
    const read = readImageData(`data:${declared};base64,${samples[name]}`, limit)
    expect(read).toMatchObject({ value: { text: `data:${type};base64,${samples[name]}`, type } })
  })

  test('behavior: limits bytes, not characters', () => {
    const bytes = aSample('png').length
    expect(readImageData(png, { maxBytes: bytes })).toMatchObject({ value: { bytes } })
    expect(readImageData(png, { maxBytes: bytes - 1 })).toEqual({
      problem: `must be an image of at most ${bytes - 1} bytes`,
    })
  })

  test.each([
    '',
    'data:',
    'https://shop.example/tea.png',
    samples.png,
    ` ${png}`,
    png.replace('data:', 'DATA:'),
    png.replace(';base64', ''),
    png.replace(';base64', ';BASE64'),
    png.replace(';base64', ';charset=utf-8;base64'),
    png.replace('image/png', ''),
    'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>',
    `data:${'x'.repeat(100)};base64,AAAA`,
  ])('error: rejects %j', (text) => {
    expect(readImageData(text, limit)).toEqual({
      problem: `${kinds}, written as data:image/png;base64,...`,
    })
  })

  test.each(['image/svg+xml', 'image/bmp', 'image/heic', 'text/html', 'image/png ', 'constructor'])(
    'error: rejects the type %s, whatever its content',
    (type) => {
      expect(readImageData(embed(type, aSample('png')), limit)).toEqual({ problem: kinds })
    },
  )

  test.each([
    ['nothing', ''],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page behind a signature', '\x89PNG\r\n\x1a\n<script>alert(1)</script>'],
    ['half an image', aSample('png').subarray(0, 60)],
  ])('error: rejects %s, whatever its declared type', (_what, content) => {
    for (const type of new Set(Object.values(types))) {
      expect(readImageData(embed(type, content), limit)).toEqual({
        problem: `${kinds} that is complete and at most 8192 pixels wide and high`,
      })
    }
  })

  test('error: rejects content of another type than declared', () => {
    expect(readImageData(embed('image/png', aSample('jpeg')), limit)).toEqual({
      problem: 'must be declared as image/jpeg, the type of its content',
    })
  })

  test.each([
    ['white space', `${png} `],
    ['a line break', png.replace('iVBOR', 'iVBOR\n')],
    ['no padding', `data:image/gif;base64,${samples.gif89.replace('=', '')}`],
    ['bits that are not used', `data:image/gif;base64,${samples.gif89.replace('s=', 't=')}`],
    ['the alphabet of addresses', `data:image/png;base64,${samples.png.replaceAll('/', '_')}`],
  ])('error: rejects base64 with %s', (_what, text) => {
    expect(readImageData(text, limit)).toEqual({ problem: expect.stringContaining('base64') })
  })

  test('behavior: rejects random bytes without throwing', () => {
    const hostileText = fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1'))
    const text = fc.oneof(
      hostileText,
      hostileText.map((end) => `data:image/png;base64,${end}`),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => embed('image/webp', bytes)),
    )
    fc.assert(
      fc.property(text, (hostile) => {
        expect(readImageData(hostile, limit)).toHaveProperty('problem')
      }),
      { numRuns: 100 },
    )
  })

  test('behavior: accepts or rejects a changed image without throwing', () => {
    const change = fc.tuple(fc.nat({ max: 1_000 }), fc.integer({ min: 0, max: 255 }))
    const changes = fc.array(change, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...names), changes, fc.nat({ max: 40 }), (name, edits, cut) => {
        const bytes = aSample(name)
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte
        const text = embed(types[name], bytes.subarray(0, bytes.length - (cut > 20 ? cut : 0)))

        const read = readImageData(text, limit)
        if ('problem' in read) expect(read.problem).toMatch(/^must be /)
        else expect(readImageData(read.value.text, limit)).toEqual(read)
      }),
      { numRuns: 100 },
    )
  })

  test('behavior: rejects a large image before decoding it', () => {
    const text = `data:image/png;base64,${'!'.repeat(1_000_000)}`
    expect(readImageData(text, limit)).toEqual({
      problem: 'must be an image of at most 10000 bytes',
    })
  })

  test.each([
    [
      'image/png',
      'empty chunks',
      aSample('png').subarray(0, 33),
      [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0],
    ],
    ['image/jpeg', 'filling bytes', [0xff, 0xd8], [0xff]],
    ['image/jpeg', 'empty segments', [0xff, 0xd8, 0xff, 0xfe, 0, 2], [0xff, 0xfe, 0, 2]],
    ['image/jpeg', 'zeros', [0xff, 0xd8, 0xff, 0xd9], [0]],
    ['image/gif', 'empty extensions', aSample('gif89').subarray(0, 19), [0x21, 0, 0]],
    ['image/gif', 'blocks of one byte', [...aSample('gif89').subarray(0, 19), 0x21, 0], [1, 1]],
    ['image/webp', 'empty chunks', aSample('webpLossless'), [1, 1, 1, 1, 0, 0, 0, 0]],
  ])(
    'behavior: reads %s with megabytes of %s in linear time',
    { timeout: 20_000 },
    (type, _what, head, unit) => {
      const maxBytes = 6_000_000
      const bytes = new Uint8Array(maxBytes)
      for (let at = 0; at < maxBytes; at += 1)
        bytes[at] = unit[(at - head.length) % unit.length] ?? 0
      bytes.set(head)
      if (type === 'image/webp') new DataView(bytes.buffer).setUint32(4, maxBytes - 8, true)
      // Makes the JPEG check walk all segments instead of only its end.
      if (type === 'image/jpeg' && unit[0] !== 0) bytes.set([0xff, 0xd9], maxBytes - 2)
      const text = embed(type, bytes)

      expect(cpuTimeOf(() => readImageData(text, { maxBytes }))).toBeLessThan(4_000)
    },
  )
})
