import type { BuyerField, CartView } from '@tallystick/web/shop'
import { billingRules } from '../receipts/create/checkout-rules.js'

type Modes = CartView['fields']
type Values = CartView['values']
type Invalid = CartView['invalid']

/** The parts of an address, and whether a shop that requires an address requires them. */
const addressParts: readonly { field: BuyerField; isNeeded: boolean }[] = [
  { field: 'line1', isNeeded: true },
  { field: 'line2', isNeeded: false },
  { field: 'city', isNeeded: true },
  { field: 'zip', isNeeded: false },
  { field: 'state', isNeeded: false },
  { field: 'country', isNeeded: true },
]

/** The name of each detail in an order. */
const orderNames = {
  email: 'billingEmail',
  phone: 'billingPhone',
  line1: 'billingAddressLine1',
  line2: 'billingAddressLine2',
  city: 'billingAddressCity',
  zip: 'billingAddressPostalCode',
  state: 'billingAddressState',
  country: 'billingAddressCountry',
} as const

/** The rules of an order. Each part of a name may be as long as the whole. */
const rules = { ...billingRules, name: billingRules.firstName }

/** Longer texts are wrong anyway, and the page shows them again. */
const maxLength = 300

/** Reads those details of a form that the shop asks for, and finds what an order would refuse. */
export function readBuyerFields(
  form: URLSearchParams,
  modes: Modes,
): { values: Values; invalid: Invalid } {
  const single = (['email', 'name', 'phone'] as const).map((field) => ({
    field: field as BuyerField,
    mode: modes[field],
    isNeeded: true,
  }))
  const asked = [
    ...single,
    ...addressParts.map((part) => ({ ...part, mode: modes.address })),
  ].filter(({ mode }) => mode !== 'off')
  const values: Values = {}
  for (const { field } of asked) {
    const value = (form.get(field) ?? '').trim().slice(0, maxLength)
    if (value !== '') values[field] = value
  }
  const invalid: Invalid = {}
  for (const { field, mode, isNeeded } of asked) {
    const value = values[field]
    if (value === undefined) {
      if (mode === 'required' && isNeeded) invalid[field] = 'missing'
    } else if ('problem' in rules[field](value)) invalid[field] = 'wrong'
  }
  return { values, invalid }
}

/** Returns the details as fields of an order. The last word of a name is the last name. */
export function toOrderFields({ name = '', ...values }: Values): Record<string, string> {
  const words = name.split(/\s+/)
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
  const firstName = words.length > 1 ? words.slice(0, -1).join(' ') : name
  const named = Object.entries(values).map(([field, value]) => [
    orderNames[field as keyof typeof orderNames],
    value,
  ])
  return {
    ...Object.fromEntries(named),
    ...(firstName === '' ? {} : { billingFirstName: firstName }),
    ...(lastName === '' ? {} : { billingLastName: lastName }),
  }
}
