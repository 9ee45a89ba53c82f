import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lookAlikeHashes } from './look-alike.js'

function lookAlike(first: string, second: string): boolean {
  const knownHashes = lookAlikeHashes(second)
  return lookAlikeHashes(first).some((hash) => knownHashes.includes(hash))
}

describe('lookAlikeHashes', () => {
  test.each([
    ['case', 'Blue Café', 'BLUE CAFÉ'],
    ['case in Cyrillic', 'Вода', 'ВОДА'],
    ['case in Greek', 'Καφές', 'ΚΑΦΕΣ'],
    ['accents', 'Blue Café', 'Blue Cafe'],
    ['spaces and dashes', 'Blue Café', 'blue-cafe'],
    ['punctuation', "Tom's", 'Toms'],
    ['full width', 'Blue', 'Ｂｌｕｅ'],
    ['mathematical letters', 'Blue', '𝐁𝓵𝕦𝖊'],
    ['Cyrillic letters', 'Space', 'Ѕрасе'],
    ['Cyrillic small letters', 'Blue', 'вluе'],
    ['Greek capitals', 'Blue', 'Βlue'],
    ['Cherokee capitals', 'Dapper', 'Ꭰapper'],
    ['Armenian letters', 'Olso', 'Օlsօ'],
    ['a zero-width joiner', 'Blue', 'Bl\u200due'],
    ['a zero-width non-joiner', 'Blue', 'Bl\u200cue'],
    ['a Hangul filler', 'Blue', 'Blue\u3164'],
    ['a variation selector', 'Blue', 'Blue\ufe0f'],
    ['a word joiner', 'Blue', 'Bl\u2060ue'],
    ['a capital I for l', 'Blue', 'BIue'],
    ['digits for letters', 'Solo', '5010'.replace('5', 'S')],
    ['rn for m', 'Modem', 'Modern'],
    ['vv for w', 'Window', 'VVindow'],
    ['a check mark', 'Blue Café', 'Blue Café ✓'],
    ['an emoji', 'Blue Café', 'Blue Café ✅'],
    ['a trade mark', 'Blue Café', 'Blue Café™'],
    ['a registered trade mark', 'Blue Café', 'Blue Café®'],
    ['a mathematical symbol', 'Blue Café', 'Blue Café +'],
    ['a bullet', 'Blue Café', 'Blue ◦ Café'],
    ['letters in squares', 'Blue', '🅱lue'],
    ['letters in circles', 'Blue', 'Ⓑlue'],
    ['a fishhook r', 'Bakery', 'Bakeɾy'],
    ['an enclosing mark', 'Blue', 'Bl\u0488ue'],
    ['a mark of another script', 'Blue', 'Bl\u05bfue'],
    ['a Japanese mark', 'Blue', 'Bl\u3099ue'],
    ['letters with strokes', 'Lodz', 'Łødź'],
  ])('default: folds %s', (_name, first, second) => {
    expect(lookAlike(first, second)).toBe(true)
  })

  test.each([
    ['Blue', 'Blues'],
    ['Blue', 'Glue'],
    ['Red Café', 'Blue Café'],
    ['漢字', '感字'],
    ['किताब', 'कुताब'],
    ['☕', '🍵'],
    ['!!!', '???'],
  ])('behavior: tells %s from %s', (first, second) => {
    expect(lookAlike(first, second)).toBe(false)
  })

  test('property: every text has hashes of one length, and resembles itself in any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const hashes = lookAlikeHashes(text)
        expect(hashes.every((hash) => /^[0-9a-f]{32}$/.test(hash))).toBe(true)
        expect(lookAlike(text, text.toLowerCase())).toBe(true)
      }),
      { seed: 64, numRuns: 100 },
    )
  })
})
