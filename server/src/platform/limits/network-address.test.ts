import { describe, expect, test } from 'vitest'
import { networkAddressOf, siteOf } from './network-address.js'

describe('networkAddressOf', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8:1:2::6]:51234', '2001:db8:1:2'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('default: %s belongs to %s', (ip, expected) => {
    expect(networkAddressOf(ip)).toBe(expected)
  })
})

describe('networkAddressOf', () => {
  test.each(['unknown', '_hidden', '203.0.113.999', ''])(
    'behavior: %j is not an address, and shares the key of unknown networks',
    (ip) => {
      expect(networkAddressOf(ip)).toBe('unknown')
    },
  )
})

describe('siteOf', () => {
  test.each([
    ['203.0.113.9', null],
    ['::ffff:203.0.113.9', null],
    ['::ffff:cb00:7109', null],
    ['203.0.113.9:51234', null],
    ['[2001:db8:1:2::6]:51234', '2001:db8:1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:0db8:0001:ffff::', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
  ])('default: %s belongs to %s', (ip, expected) => {
    expect(siteOf(ip)).toBe(expected)
  })
})
