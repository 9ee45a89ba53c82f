import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, isPublicHost } from './public-address.js'

const hostOf = (authority: string) => new URL(`https://${authority}/`).hostname
const ofNumber = (number: number) =>
  [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')

/** Returns the last groups of an IPv6 address with all bits set. */
const highest = (groups: number) => ':ffff'.repeat(groups)

describe('isPublicAddress', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2000::1',
    '2001:200::1',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700::1111',
    '3ffe::1',
    '3fff:1000::1',
  ])('default: %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.255.255',
    '192.175.48.1',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '1fff:ffff::1',
    '2001::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2001:db8:ffff::1',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2606:4700::1111%eth0',
    '',
    'localhost',
    'example.com',
    '127.1',
    '08.8.8.8',
    '[2606:4700::1111]',
  ])('behavior: rejects %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  /**
   * Every reserved network: its first and last address, and the public addresses before and after
   * it.
   */
  const reserved: [first: string, last: string, before: string | null, after: string | null][] = [
    ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
    ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '239.255.255.255', '223.255.255.255', null],
    ['240.0.0.0', '255.255.255.255', null, null],
    ['::', `1fff${highest(7)}`, null, '2000::'],
    ['2001::', `2001:1ff${highest(6)}`, `2000${highest(7)}`, '2001:200::'],
    ['2001:db8::', `2001:db8${highest(6)}`, `2001:db7${highest(6)}`, '2001:db9::'],
    ['2002::', `2002${highest(7)}`, `2001${highest(7)}`, '2003::'],
    ['2620:4f:8000::', `2620:4f:8000${highest(5)}`, `2620:4f:7fff${highest(5)}`, '2620:4f:8001::'],
    ['3fff::', `3fff:fff${highest(6)}`, `3ffe${highest(7)}`, '3fff:1000::'],
    ['4000::', `ffff${highest(7)}`, `3fff${highest(7)}`, null],
    ['64:ff9b::', '64:ff9b::ffff:ffff', null, null],
    ['64:ff9b:1::', `64:ff9b:1${highest(5)}`, null, null],
    ['100::', '100::ffff:ffff:ffff:ffff', null, null],
    ['5f00::', `5f00${highest(7)}`, null, null],
    ['fc00::', `fdff${highest(7)}`, null, null],
    ['fe80::', `febf${highest(7)}`, null, null],
    ['ff00::', `ffff${highest(7)}`, null, null],
  ]

  test.each(reserved)('behavior: rejects %s to %s exactly', (first, last, before, after) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false])
    if (before !== null) expect([before, isPublicAddress(before)]).toEqual([before, true])
    if (after !== null) expect([after, isPublicAddress(after)]).toEqual([after, true])
  })

  test('property: rejects every IPv4 address in an IPv6 form', () => {
    const number = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    const prefix = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::')
    fc.assert(
      fc.property(prefix, number, (before, old) => !isPublicAddress(`${before}${ofNumber(old)}`)),
      { numRuns: 300 },
    )
  })

  test('property: returns a boolean for any text', () => {
    const any = fc.oneof(fc.string(), fc.ipV4(), fc.ipV4Extended(), fc.ipV6())
    fc.assert(fc.property(any, (text) => typeof isPublicAddress(text) === 'boolean'))
  })
})

describe('isPublicHost', () => {
  test.each([
    'example.com',
    'EXAMPLE.com',
    'hooks.example.com.',
    'localhost.example.com',
    'internal.example.com',
    'my_shop.example.com',
    'münchen.de',
    'a.example',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '[2606:4700::1111]',
  ])('default: %s', (authority) => {
    expect(isPublicHost(hostOf(authority))).toBe(true)
  })

  test.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'printer.local.',
    'metadata.google.internal',
    'wiki.intranet',
    'router.lan',
    'router.home',
    'router.home.arpa',
    '1.0.0.127.in-addr.arpa',
    'mail.corp',
    'abc.onion',
    'hooks.test',
    'hooks.invalid',
    'intranet',
    'a..example.com',
    '.example.com',
    '*.example.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '169.254.169.254',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::a00:1]',
    '[2002:7f00:1::]',
    '[fc00::1]',
    '[fe80::1]',
    '[ff02::1]',
  ])('behavior: rejects %s', (authority) => {
    expect(isPublicHost(hostOf(authority))).toBe(false)
  })

  test('property: rejects an address of this machine in any notation', () => {
    const last = fc.integer({ min: 0, max: 2 ** 24 - 1 })
    fc.assert(
      fc.property(last, fc.constantFrom(10, 16, 8), (number, base) => {
        const address = 127 * 2 ** 24 + number
        const prefix = { 10: '', 16: '0x', 8: '0' }[base]
        return !isPublicHost(hostOf(`${prefix}${address.toString(base)}`))
      }),
      { numRuns: 300 },
    )
  })
})
