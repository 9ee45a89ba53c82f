import { describe, expect, test } from 'vitest'
import { parseUrl } from './parse-url.js'

describe('parseUrl', () => {
  test('default', () => {
    expect(parseUrl('https://shop.example/a')?.href).toBe('https://shop.example/a')
    expect(parseUrl('shop')).toBeNull()
  })

  test('behavior: still works after a hundred thousand calls', () => {
    const text = 'https://käse.example/ä'
    const hrefs = new Set<string | undefined>()
    for (let call = 0; call < 100_000; call += 1) hrefs.add(parseUrl(text)?.href)
    expect([...hrefs]).toEqual(['https://xn--kse-qla.example/%C3%A4'])
  })
})
