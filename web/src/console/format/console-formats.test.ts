import { describe, expect, test } from 'vitest'
import { consoleFormats } from './console-formats.js'

const formats = consoleFormats('en', 'UTC')

describe('consoleFormats', () => {
  test('default: amounts of tokens keep all decimals, and have at least two', () => {
    expect(['2140.25', '400', '-0.5', '1.000000000000000001'].map(formats.token)).toEqual([
      '2,140.25',
      '400.00',
      '\u22120.50',
      '1.000000000000000001',
    ])
  })

  test('behavior: percent have a space, as shares that a person types', () => {
    const texts = ['en', 'de'].map((locale) => consoleFormats(locale, 'UTC').percent(-0.0825))
    expect(texts).toEqual(['\u22128.25\u00a0%', '\u22128,25\u00a0%'])
  })
})
