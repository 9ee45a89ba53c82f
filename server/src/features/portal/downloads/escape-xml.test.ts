import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeXml } from './escape-xml.js'

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}
const readEscaped = (text: string) =>
  text.replace(/&([a-z]+|#39);/g, (_, name) => named[name] ?? '?')

const hostile = fc.string({
  unit: fc.constantFrom(...`ab&<>"';#39 \n`, '&lt;', ']]>', '<!--', 'é', '👩‍🚀'),
  maxLength: 20,
})

describe('escapeXml', () => {
  test('default', () => {
    expect(escapeXml(`</title><script>"Tea" & 'Co'`)).toBe(
      '&lt;/title&gt;&lt;script&gt;&quot;Tea&quot; &amp; &#39;Co&#39;',
    )
  })

  test('behavior: what XML does not allow is shown as missing', () => {
    expect(escapeXml('a\0b\u001bc\ud800d\ufffee\tf')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\tf')
    expect(escapeXml('👩‍🚀')).toBe('👩‍🚀')
  })

  test('behavior: nothing in it is markup, and it is read as it was', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeXml(text)
        expect(escaped).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
        expect(readEscaped(escaped)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})
