import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, formatColor, parseColor, type Rgb, readableOn } from './contrast.js'
import { themeCss } from './theme-css.js'

const surfaces: Record<string, Rgb> = { light: [255, 255, 255], dark: [30, 28, 25] }
const byte = fc.integer({ min: 0, max: 255 })
const anyColor = fc.tuple(byte, byte, byte)

describe('parseColor', () => {
  test.each([
    ['#fff', [255, 255, 255]],
    ['#8A4B14', [138, 75, 20]],
    ['#1234', [17, 34, 51]],
    ['#11223344', [17, 34, 51]],
    ['#12345', null],
    ['red', null],
    ['#ff0000;}body{', null],
  ])('default: %s', (text, color) => {
    expect(parseColor(text)).toEqual(color)
  })

  test('property: parses what formatColor writes', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(parseColor(formatColor(color))).toEqual(color)
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

describe('contrast', () => {
  test('default: 21 for black on white, 1 for equal colors', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(contrast([9, 9, 9], [9, 9, 9])).toBe(1)
  })
})

describe('readableOn', () => {
  test('behavior: keeps a readable color', () => {
    expect(readableOn([138, 75, 20], [255, 255, 255])).toEqual([138, 75, 20])
  })
})

const plain = {
  primaryColor: '#8A4B14',
  secondaryColor: '#1C1B19',
  fontFamily: 'system-ui',
  receiptBackgroundUrl: '',
}
const all = (text: string) => ({
  primaryColor: text,
  secondaryColor: text,
  fontFamily: text,
  receiptBackgroundUrl: text,
})

describe('themeCss', () => {
  test('property: the name of the shop is readable on a band of any color', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const css = themeCss({ ...plain, secondaryColor: formatColor(color) })
        if (css === '') return
        const [, band = '', text = ''] = /--band:(#\w{6});.*;color:(#\w{6})\}/.exec(css) ?? []
        const pair = [parseColor(band), parseColor(text)] as [Rgb, Rgb]
        expect(contrast(...pair)).toBeGreaterThanOrEqual(4.5)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('behavior: shows a picture of our store behind the cards, and no other', () => {
    const path = `/media/${'ab'.repeat(32)}/960.webp`
    expect(themeCss({ ...plain, receiptBackgroundUrl: path })).toContain(`url(${path})`)
    for (const other of [`https://other.test${path}`, `${path})}`, '/logo.webp']) {
      expect(themeCss({ ...plain, receiptBackgroundUrl: other })).toBe('')
    }
  })

  test('property: every accent and its text are readable in light and dark mode', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const css = themeCss({ ...plain, primaryColor: formatColor(color) })
        const matches = [...css.matchAll(/--accent:(#\w{6});--on-accent:(#\w{6})/g)]
        const [light, dark] = matches.map(([, ...pair]) =>
          pair.map((text) => parseColor(text) as Rgb),
        )
        for (const [pair, surface] of [
          [light, surfaces['light']],
          [dark, surfaces['dark']],
        ] as const) {
          const [accent, onAccent] = pair as [Rgb, Rgb]
          expect(contrast(accent, surface as Rgb)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test.each([
    ['Georgia', '--font:"Georgia",system-ui,sans-serif'],
    ['serif', '--font:serif'],
  ])('behavior: writes the font %s', (fontFamily, css) => {
    expect(themeCss({ ...plain, primaryColor: '', fontFamily })).toBe(`:root{${css};}`)
  })

  test('behavior: omits the default accent', () => {
    expect(themeCss(plain)).toBe('')
  })

  test('error: omits anything that is not a color or a font', () => {
    const hostile = 'x"}</style><script>'
    expect(themeCss(all(hostile))).toBe('')
    expect(themeCss(all('url(//x)'))).toBe('')
  })
})
