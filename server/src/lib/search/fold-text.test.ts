import { describe, expect, test } from 'vitest'
import { foldText, splitWords } from './fold-text.js'

describe('splitWords', () => {
  test('default', () => {
    expect(splitWords('  Crème\tBRÛLÉE 100% ')).toEqual(['creme', 'brulee', '100%'])
  })

  test('behavior: returns no words for an empty text or a lone accent', () => {
    expect(splitWords(' \n ')).toEqual([])
    expect(splitWords('\u0301')).toEqual([])
  })
})

describe('foldText', () => {
  test.each([
    ['Québec', 'quebec'],
    ['İstanbul', 'istanbul'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Smørrebrød', 'smorrebrod'],
    ['%_\\', '%_\\'],
    ['日本', '日本'],
  ])('behavior: %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })
})
