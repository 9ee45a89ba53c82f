import { describe, expect, test } from 'vitest'
import { describeBrowser } from './describe-browser.js'

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('describeBrowser', () => {
  test.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${engine} Chrome/150.0.0.0 Safari/537.36`, 'Chrome, Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${engine} Chrome/150 Safari/537.36 Edg/150`, 'Edge, Windows'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox, Android'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1`, 'Safari, iPhone'],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('default: %s', (userAgent, name) => {
    expect(describeBrowser(userAgent)).toBe(name)
  })
})
