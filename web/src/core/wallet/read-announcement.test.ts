import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnnouncement } from './read-announcement.js'

const provider = { request: async () => null }
const info = { uuid: 'u-1', rdns: 'com.example', name: 'Example', icon: 'data:image/png;base64,AA' }
const readDetail = (detail: unknown) =>
  readAnnouncement(new CustomEvent('eip6963:announceProvider', { detail }))
const read = (more: object) => readDetail({ info: { ...info, ...more }, provider })

describe('readAnnouncement', () => {
  test('default', () => {
    expect(readDetail(Object.freeze({ info: Object.freeze(info), provider }))).toEqual({
      uuid: 'u-1',
      wallet: { id: 'com.example', name: 'Example', icon: info.icon, provider },
    })
  })

  test.each([
    ['Example', 'Example'],
    ['  Example\n', 'Example'],
    ['a'.repeat(41), 'a'.repeat(40)],
    ['a'.repeat(1_000_000), 'a'.repeat(40)],
    ['🦊'.repeat(50), '🦊'.repeat(40)],
    ['\u202egnp.tellaW', 'gnp.tellaW'],
    ['A\u0000B\ud800', 'AB'],
  ])('behavior: cleans the name %j to %j', (name, shown) => {
    expect(read({ name })?.wallet.name).toBe(shown)
  })

  test.each(['png', 'svg+xml', 'webp', 'gif', 'jpeg'])(
    'behavior: accepts an icon in %s',
    (kind) => {
      const icon = `data:image/${kind};base64,AA`
      expect(read({ icon })?.wallet.icon).toBe(icon)
      expect(read({ icon: `\n${icon} ` })?.wallet.icon).toBe(icon)
      expect(read({ icon: `data:image/${kind},AA` })?.wallet.icon).toBe(`data:image/${kind},AA`)
    },
  )

  test('behavior: accepts an icon of up to 64 KB', () => {
    const icon = 'data:image/png;base64,'.padEnd(64 * 1024, 'A')
    expect(read({ icon })?.wallet.icon).toBe(icon)
    expect(read({ icon: `${icon}A` })?.wallet.icon).toBeNull()
  })

  test.each([
    undefined,
    null,
    7,
    '',
    'https://example.com/icon.png',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'data:image/svg,AA',
    'data:image/pngx;base64,AA',
    'x data:image/png;base64,AA',
  ])('behavior: ignores the icon %j', (icon) => {
    expect(read({ icon })?.wallet).toMatchObject({ name: 'Example', icon: null })
  })

  test.each([
    { uuid: undefined },
    { uuid: '' },
    { uuid: 7 },
    { uuid: 'u'.repeat(256) },
    { rdns: undefined },
    { rdns: '' },
    { rdns: {} },
    { rdns: 'r'.repeat(256) },
    { name: undefined },
    { name: '' },
    { name: ' \u200b ' },
    { name: ['Example'] },
  ])('error: %j', (more) => {
    expect(read(more)).toBeNull()
  })

  test.each([undefined, null, {}, { request: 'no' }, 'text', () => null])(
    'error: %s is not a provider',
    (value) => {
      expect(readDetail({ info, provider: value })).toBeNull()
    },
  )

  test('error: getters that throw', () => {
    const trap = new Proxy(
      {},
      {
        get() {
          throw new Error('trap')
        },
      },
    )
    expect(readAnnouncement(trap)).toBeNull()
    expect(readDetail(trap)).toBeNull()
    expect(readDetail({ info: trap, provider })).toBeNull()
    expect(readDetail({ info, provider: trap })).toBeNull()
  })

  test('property: rejects anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (detail) => {
        expect(readAnnouncement(detail)).toBeNull()
        expect(readDetail(detail)).toBeNull()
        expect(readDetail({ info: detail, provider })).toBeNull()
      }),
      { numRuns: 300 },
    )
  })
})
