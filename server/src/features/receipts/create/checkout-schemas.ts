import { type TOptional, type TUnsafe, Type } from 'typebox'
import { billingNames, checkoutNames } from './checkout-rules.js'

type Names = Readonly<Record<string, readonly string[]>>
type NameIn<Table extends Names> = Table[keyof Table][number]
type Schemas<Table extends Names> = {
  [Name in NameIn<Table>]: TOptional<TUnsafe<unknown>>
}

/** The checkout fields of a body under each of their names. Code validates them. */
export const checkoutFields = describeNames(checkoutNames, {
  redirectUrl: 'For the onramp',
  returnUrl: 'After the payment',
  webhookUrl: 'For status webhooks',
  onSuccess: 'A URL or a script',
  onrampEmail: 'Prefills the payment page',
  reference: 'Your own reference, at most 128 characters',
  metadata: 'An object of at most 16 KiB',
})

/** The billing fields of a body under each of their names. */
export const billingFields = describeNames(billingNames, {
  firstName: 'First name for the receipt',
  lastName: 'Last name for the receipt',
  email: 'Email address for the receipt',
  phone: 'Phone number for the receipt',
  line1: 'First line of the billing address',
  line2: 'Second line of the billing address',
  city: 'City of the billing address',
  state: 'State of the billing address',
  zip: 'Postal code of the billing address',
  country: 'Country of the billing address, two letters',
})

function describeNames<const Table extends Names>(
  names: Table,
  descriptions: Record<keyof Table, string>,
): Schemas<Table> {
  const entries = Object.entries(names).flatMap(([field, [main, ...others]]) => {
    const description = descriptions[field]
    return [
      [main, any(description)],
      ...others.map((name) => [name, any(`Another name of ${main}`)]),
    ]
  })
  return Object.fromEntries(entries)
}

function any(description: string | undefined) {
  return Type.Optional(Type.Unsafe<unknown>({ description }))
}
