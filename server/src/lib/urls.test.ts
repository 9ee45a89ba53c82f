import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCallerUrl, parseUrl } from './urls.js'

const live = { allowHttp: false }
const sandbox = { allowHttp: true }

describe('parseCallerUrl', () => {
  test('default', () => {
    expect(parseCallerUrl('https://shop.example/thanks?order=1#top', live)).toBe(
      'https://shop.example/thanks?order=1#top',
    )
  })

  test.each([
    ['HTTPS://Shop.Example', 'https://shop.example/'],
    ['https://shop.example:443/a/../b', 'https://shop.example/b'],
    ['https://käse.example/ä', 'https://xn--kse-qla.example/%C3%A4'],
    ['https://shop.example/@me', 'https://shop.example/@me'],
  ])('behavior: normalizes %s to %s', (text, href) => {
    expect(parseCallerUrl(text, live)).toBe(href)
  })

  test('behavior: accepts http only where allowed', () => {
    expect(parseCallerUrl('http://localhost:3000/hook', sandbox)).toBe('http://localhost:3000/hook')
    expect(parseCallerUrl('http://localhost:3000/hook', live)).toBeNull()
  })

  test('behavior: limits the URL to 2,048 characters, even after encoding', () => {
    const start = 'https://shop.example/'
    const longest = start + 'a'.repeat(2_048 - start.length)
    expect(parseCallerUrl(longest, live)).toBe(longest)
    expect(parseCallerUrl(`${longest}a`, live)).toBeNull()
    expect(parseCallerUrl(start + 'ä'.repeat(1_000), live)).toBeNull()
  })

  test.each([
    '',
    'shop.example',
    '/thanks',
    '//shop.example/thanks',
    '#top',
    '?a=1',
    'https:',
    'https://',
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
    'https:\\\\shop.example',
    'https://shop.example\\@evil.example',
    'https://user@shop.example',
    'https://user:password@shop.example',
    'https://@shop.example',
    'https://:@shop.example',
    ' https://shop.example',
    'https://shop.example ',
    'https://shop.example/a b',
    'https://shop.example/a\nb',
    'ht\ttps://shop.example',
    'https://shop.example/\u0000',
    'https://shop.example/\ud800',
    'https://shop example',
    'https://[::1',
    'https://shop.example:99999',
    'javascript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,hello',
    'ftp://shop.example',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    'httpss://shop.example',
  ])('error: rejects %j', (text) => {
    expect(parseCallerUrl(text, sandbox)).toBeNull()
  })

  test('behavior: accepts its own result unchanged', () => {
    const text = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string(),
    )
    fc.assert(
      fc.property(text, (candidate) => {
        const href = parseCallerUrl(candidate, sandbox)
        if (href !== null) expect(parseCallerUrl(href, sandbox)).toBe(href)
      }),
    )
  })
})

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
