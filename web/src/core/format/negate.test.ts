import { expect, test } from 'vitest'
import { createFormats } from './formats.js'
import { negate } from './negate.js'

test.each([
  [5, '−$5.00'],
  [-5, '$5.00'],
  [0, '$0.00'],
])('negate(%d) is shown as %s', (amount, text) => {
  expect(createFormats('en').money(negate(amount), 'USD')).toBe(text)
})
