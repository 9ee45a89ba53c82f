import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billingNames, checkoutNames } from './checkout-rules.js'
import { noCheckout } from './new-receipt.js'
import { readCheckoutFields } from './read-checkout-fields.js'

const read = (body: object) => readCheckoutFields(body, 'sandbox')

/** Returns a valid value for a field, distinguished by a number. */
const samples: Record<string, (mark: number) => unknown> = {
  redirectUrl: (mark) => `https://a.example/${mark}`,
  returnUrl: (mark) => `https://a.example/${mark}`,
  webhookUrl: (mark) => `https://a.example/${mark}`,
  onSuccess: (mark) => `run(${mark})`,
  onrampEmail: (mark) => `a${mark}@b.example`,
  reference: (mark) => `ref ${mark}`,
  metadata: (mark) => ({ mark }),
}
const ofBilling = (field: string, mark: number) => {
  if (field === 'email') return `a${mark}@b.example`
  return field === 'country' ? ['DE', 'FR', 'US'][mark] : `text ${mark}`
}

describe('readCheckoutFields', () => {
  test('default: returns null for missing fields', () => {
    expect(read({})).toEqual(noCheckout)
  })

  test.each(Object.entries(checkoutNames))('behavior: reads %s under each name', (field, names) => {
    for (const name of names) {
      const value = samples[field]?.(1)
      expect(read({ [name]: value })).toMatchObject({ [field]: value })
    }
  })

  test.each(Object.entries(billingNames))(
    'behavior: reads billing %s under each name',
    (field, names) => {
      const empty = Object.fromEntries(Object.keys(billingNames).map((name) => [name, '']))
      for (const name of names) {
        const value = ofBilling(field, 1)
        expect(read({ [name]: value }).billing).toEqual({ ...empty, [field]: value })
      }
    },
  )

  test('behavior: uses the first name with a value', () => {
    for (const [field, names] of Object.entries(checkoutNames)) {
      const all = Object.fromEntries(names.map((name, index) => [name, samples[field]?.(index)]))
      expect(read(all)).toMatchObject({ [field]: samples[field]?.(0) })
      const [first, ...rest] = names
      const later = { ...all, [first]: '' }
      expect(read(later)).toMatchObject({ [field]: rest.length > 0 ? samples[field]?.(1) : null })
    }
    expect(read({ transactionId: null, order_id: 'b', orderId: 'a' }).reference).toBe('a')
  })

  test('behavior: uses onrampEmail as the billing email by default', () => {
    expect(read({ onrampEmail: 'a@b' })).toMatchObject({
      onrampEmail: 'a@b',
      billing: { email: 'a@b' },
    })
    expect(read({ onrampEmail: 'a@b', customerEmail: 'c@d' })).toMatchObject({
      onrampEmail: 'a@b',
      billing: { email: 'c@d' },
    })
    expect(read({ billingEmail: 'c@d' }).onrampEmail).toBeNull()
  })

  test('behavior: ignores an invalid value under an unused name', () => {
    expect(read({ redirect_url: 'https://a.example/', redirectUrl: 'nonsense' })).toMatchObject({
      redirectUrl: 'https://a.example/',
    })
  })

  test('error: lists every problem once, by the given name', () => {
    const body = { redirectUrl: 'x', onrampEmail: 'x', billingAddressZip: 7, metadata: [] }
    expect(() => read(body)).toThrow(
      'redirectUrl must be an absolute http or https URL. onrampEmail must be an email address. metadata must be an object. billingAddressZip must be text',
    )
    expect(() => read({ metadata: [] })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  test('property: reads any value or throws invalid_input', () => {
    const names = [...Object.values(checkoutNames), ...Object.values(billingNames)].flat()
    const body = fc.dictionary(fc.constantFrom(...names), fc.jsonValue())
    fc.assert(
      fc.property(body, (input) => {
        try {
          expect(Object.keys(read(input)).toSorted()).toEqual(Object.keys(noCheckout).toSorted())
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' })
        }
      }),
      { numRuns: 300 },
    )
  })
})
