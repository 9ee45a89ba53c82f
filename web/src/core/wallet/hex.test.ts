import { describe, expect, test } from 'vitest'
import { buyer } from '../../../test/fixtures/wallet.js'
import { isAddress, isHash } from './hex.js'

describe('isAddress', () => {
  test.each([
    buyer.address,
    buyer.address.toLowerCase(),
    `0x${'0'.repeat(39)}1`,
    `0x${'F'.repeat(40)}`,
  ])('default: %s', (address) => {
    expect(isAddress(address)).toBe(true)
  })

  test.each([
    `0x${'0'.repeat(40)}`,
    buyer.address.slice(2),
    `${buyer.address}0`,
    `${buyer.address}\n`,
    buyer.address.slice(0, -1),
    `0x${'g'.repeat(40)}`,
    '',
    null,
    undefined,
    7,
    [buyer.address],
  ])('error: %j', (value) => {
    expect(isAddress(value)).toBe(false)
  })
})

describe('isHash', () => {
  const hash = `0x${'aB'.repeat(32)}`

  test('default', () => {
    expect(isHash(hash)).toBe(true)
  })

  test.each([hash.slice(2), `${hash}0`, `${hash}\n`, hash.slice(0, -2), '0x', '', null, [hash]])(
    'error: %j',
    (value) => {
      expect(isHash(value)).toBe(false)
    },
  )
})
