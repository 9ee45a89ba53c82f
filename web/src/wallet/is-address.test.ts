import { describe, expect, test } from 'vitest'
import { buyer } from '../../test/fixtures/wallet.js'
import { isAddress } from './is-address.js'

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
