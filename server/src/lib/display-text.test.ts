import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/fixtures/cpu-time.js'
import { readDisplayText } from './display-text.js'

const line = { maxLength: 20 }
const lines = { maxLength: 20, allowLineBreaks: true }

describe('readDisplayText', () => {
  test('default', () => {
    expect(readDisplayText('Blue Café', line)).toEqual({ value: 'Blue Café' })
  })

  test.each([
    ['  Blue  ', 'Blue'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['', ''],
    ['   ', ''],
    ['I <3 coffee', 'I <3 coffee'],
    ['a < b > c', 'a < b > c'],
    ['<', '<'],
    ['Tom & "Jerry\'s"', 'Tom & "Jerry\'s"'],
    ['שלום', 'שלום'],
    ['👩‍🚀', '👩‍🚀'],
  ])('behavior: returns %j as %j', (text, value) => {
    expect(readDisplayText(text, line)).toEqual({ value })
  })

  test('behavior: counts code points, not code units', () => {
    expect(readDisplayText('🍵'.repeat(20), line)).toEqual({ value: '🍵'.repeat(20) })
    expect(readDisplayText('🍵'.repeat(21), line)).toHaveProperty('problem')
    expect(readDisplayText('e\u0301'.repeat(20), line)).toEqual({ value: 'é'.repeat(20) })
  })

  test('behavior: normalizes line breaks where they are allowed', () => {
    expect(readDisplayText('a\nb', lines)).toEqual({ value: 'a\nb' })
    expect(readDisplayText('a\r\nb\rc', lines)).toEqual({ value: 'a\nb\nc' })
  })

  test.each([
    ['a\nb', 'line breaks'],
    ['a\tb', 'control'],
    ['a\u0000b', 'control'],
    ['a\u007fb', 'control'],
    ['a\u0085b', 'control'],
    ['a\u2028b', 'line breaks'],
    ['a\u202eb', 'direction'],
    ['a\u2066b', 'direction'],
    ['a\u2069b', 'direction'],
    ['a\u200eb', 'direction'],
    ['a\u200fb', 'direction'],
    ['a\u061cb', 'direction'],
    ['<b>Blue', 'markup'],
    ['<SCRIPT', 'markup'],
    ['</p>', 'markup'],
    ['<!-- -->', 'markup'],
    ['<?xml', 'markup'],
    ['\u200b', 'visible'],
    ['\ud800', 'Unicode'],
    ['a'.repeat(21), 'at most 20'],
  ])('error: rejects %j', (text, problem) => {
    expect(readDisplayText(text, line)).toEqual({ problem: expect.stringContaining(problem) })
  })

  test.each(['a\tb', 'a\u2029b'])('error: rejects %j in a text with lines', (text) => {
    expect(readDisplayText(text, lines)).toHaveProperty('problem')
  })

  test('behavior: accepts its own result unchanged', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(text, fc.boolean(), (candidate, allowLineBreaks) => {
        const rule = { maxLength: 20, allowLineBreaks }
        const read = readDisplayText(candidate, rule)
        if ('value' in read) expect(readDisplayText(read.value, rule)).toEqual(read)
      }),
    )
  })

  test.each([
    ['a hangul filler', '\u3164'],
    ['an empty braille cell', '\u2800'],
    ['a zero-width space inside', 'a\u200bb'],
    ['a tag character', '\u{e0041}x'],
    ['a soft hyphen', 'Pay\u00adPal'],
    ['twenty accents on one letter', `a${'\u0300'.repeat(20)}`],
  ])('error: rejects %s', (_what, text) => {
    expect(readDisplayText(text, { maxLength: 80 })).toHaveProperty('problem')
  })

  test('behavior: accepts emoji sequences and words with joiners', () => {
    for (const text of ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'می\u200cخواهم', 'हिन्दी']) {
      expect(readDisplayText(text, { maxLength: 80 })).toEqual({ value: text.normalize('NFC') })
    }
  })

  test('behavior: rejects a megabyte of accents quickly', () => {
    const text = `a${'\u0300\u0316'.repeat(500_000)}`
    const read = () => readDisplayText(text, { maxLength: 2_000 })
    expect(read()).toHaveProperty('problem')
    expect(cpuTimeOf(read)).toBeLessThan(500)
  })
})
