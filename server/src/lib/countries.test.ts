import { describe, expect, test } from 'vitest'
import { countryCodes, nameCountry } from './countries.js'

describe('countryCodes', () => {
  test('default: every code is listed once and has a name', () => {
    expect(new Set(countryCodes).size).toBe(249)
    for (const code of countryCodes) {
      expect(code).toMatch(/^[A-Z]{2}$/)
      expect(nameCountry(code), code).not.toBe(code)
    }
  })
})
