import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicHost } from './is-public-host.js'

const hostOf = (authority: string) => new URL(`https://${authority}/`).hostname

describe('isPublicHost', () => {
  test.each([
    'example.com',
    'hooks.example.com.',
    'localhost.example.com',
    'internal.example.com',
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
    'metadata.google.internal',
    'intranet',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::a00:1]',
    '[2002:7f00:1::]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[ff02::1]',
  ])('behavior: %s is not', (authority) => {
    expect(isPublicHost(hostOf(authority))).toBe(false)
  })

  test('property: an address of this machine is not, however it is written', () => {
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
