import { describe, expect, test } from 'vitest'
import { aGaslessReceipt, eth, usdc } from '../../../test/fixtures/receipt.js'
import type { PaymentOption } from '../api/payment-option.js'
import { isPayable } from './is-payable.js'

const { payment } = aGaslessReceipt()
const largest = String(2n ** 256n - 1n)

describe('isPayable', () => {
  test.each([usdc, eth, { ...usdc, amountUnits: '1' }, { ...eth, amountUnits: largest }])(
    'default: $amountUnits $symbol',
    (option) => {
      expect(isPayable({ payment, option })).toBe(true)
    },
  )

  test.each([
    '',
    '0',
    '01',
    '-1',
    '1.5',
    '1e6',
    '0x10',
    ' 1',
    '1\n',
    String(2n ** 256n),
    '9'.repeat(79),
    undefined,
    null,
  ])('error: rejects the amount %j', (amountUnits) => {
    const option = { ...usdc, amountUnits } as PaymentOption
    expect(isPayable({ payment, option })).toBe(false)
  })

  test.each(['', '0x', undefined, `0x${'0'.repeat(40)}`, 'USDC'])(
    'error: rejects the token %j',
    (token) => {
      expect(isPayable({ payment, option: { ...usdc, token } as PaymentOption })).toBe(false)
    },
  )

  test.each(['', `0x${'0'.repeat(40)}`, '0x1234', undefined])(
    'error: rejects the deposit address %j',
    (depositAddress) => {
      const to = { depositAddress } as typeof payment
      expect(isPayable({ payment: to, option: usdc })).toBe(false)
      expect(isPayable({ payment: to, option: eth })).toBe(false)
    },
  )
})
