import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicHost } from './public-address.js'
import { blockedPorts, readTarget } from './read-target.js'

describe('readTarget', () => {
  test.each([
    ['https://shop.com/hook', 'https://shop.com/hook'],
    ['https://shop.com:8443/x?y=1', 'https://shop.com:8443/x?y=1'],
    ['https://shop.com:9000/', 'https://shop.com:9000/'],
    ['https://shop.com:80/', 'https://shop.com:80/'],
    ['https://8.8.8.8/h', 'https://8.8.8.8/h'],
    ['https://münchen.de/x', 'https://xn--mnchen-3ya.de/x'],
    ['https://shop.com:443', 'https://shop.com/'],
  ])('default: %s', (input, href) => {
    expect(readTarget(input, 'live')?.href).toBe(href)
    expect(readTarget(input, 'sandbox')?.href).toBe(href)
  })

  test.each([
    'http://a.com/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest',
    'https://metadata.google.internal/',
    'https://u:p@a.com/',
    'https://a.com:22/',
    'https://a.com:6667/',
    'https://a.com\\@127.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://a.com/\r\nX: y',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://intranet/',
    'https://0/',
    'https://[::]/',
    'https://localtest.local/',
    'ftp://a.com',
    'https://ⓛocalhost/',
    'https://127。0。0。1/',
    '//a.com',
    42,
    null,
    `https://${'a'.repeat(3_000)}`,
    'https://a.com:0/',
    'https://a.com:99999/',
    'https://u@a.com/',
    'https://@a.com/',
    'https:a.com',
    'https:///a.com',
    ' https://a.com/',
    '',
  ])('error: rejects %j', (input) => {
    expect(readTarget(input, 'live')).toBe(null)
  })

  test.each([
    'http://localhost:4000/hook',
    'http://127.0.0.1:4000/',
    'http://[::1]:4000/',
    'http://receiver:80/',
    'https://a.com:25/',
  ])('behavior: accepts %s in sandbox mode only', (input) => {
    expect(readTarget(input, 'sandbox')?.href).toBe(new URL(input).href)
    expect(readTarget(input, 'live')).toBe(null)
  })

  test.each(['https://u:p@a.com/', 'ftp://a.com', 'file:///etc/passwd', '//a.com', '/x', 7])(
    'error: rejects %j in sandbox mode as well',
    (input) => {
      expect(readTarget(input, 'sandbox')).toBe(null)
    },
  )

  test('behavior: blocks the ports that fetch blocks', async () => {
    // Node does not block port 0, to which nothing can connect.
    for (const port of [...blockedPorts].filter((port) => port !== 0)) {
      const blocked = fetch(`https://127.0.0.1:${port}/`)
      await expect(blocked, String(port)).rejects.toMatchObject({ cause: { message: 'bad port' } })
    }
  })

  test('error: rejects a host longer than 253 characters', () => {
    const hostOfLength = (length: number) => `http://${'a'.repeat(length)}/`
    expect(readTarget(hostOfLength(253), 'sandbox')).not.toBe(null)
    expect(readTarget(hostOfLength(254), 'sandbox')).toBe(null)
  })

  test('property: live mode accepts only https to a public host at a port that is not blocked', () => {
    const hostile = fc.constantFrom('@', '\\', ':', '//', '#', '?', '%00', '。', '127.0.0.1', '[')
    const text = fc
      .array(fc.oneof(hostile, fc.webAuthority(), fc.ipV4Extended(), fc.string()), { maxLength: 4 })
      .map((parts) => `https://${parts.join('')}`)
    fc.assert(
      fc.property(fc.oneof(text, fc.webUrl({ withQueryParameters: true })), (input) => {
        const url = readTarget(input, 'live')
        if (url === null) return true
        const { protocol, username, password, port, hostname } = new URL(url.href)
        const isPlain = protocol === 'https:' && username === '' && password === ''
        return isPlain && !blockedPorts.has(Number(port || 443)) && isPublicHost(hostname)
      }),
      { numRuns: 150 },
    )
  })
})
