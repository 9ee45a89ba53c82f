import { invalidInput } from '../../../lib/errors.js'
import type { Rule } from '../../../lib/fields/read-fields.js'
import type { Config } from '../../../platform/config/config.js'
import type { Billing, CheckoutFields } from '../receipt.js'
import { billingNames, billingRules, checkoutNames, checkoutRules } from './checkout-rules.js'

type Names = Readonly<Record<string, readonly string[]>>
type Read<Table extends Names> = { [Field in keyof Table]: unknown }

/**
 * Reads the checkout fields of a body under any of their accepted names.
 *
 * @throws {AppError} `invalid_input`, listing every problem.
 */
export function readCheckoutFields(body: object, mode: Config['mode']): CheckoutFields {
  const problems: string[] = []
  const checkout = readNamed(body, { names: checkoutNames, rules: checkoutRules(mode), problems })
  const billing = readNamed(body, { names: billingNames, rules: billingRules, problems })
  // A value used for two fields, such as an email address, is reported once.
  const distinct = [...new Set(problems)]
  if (distinct.length > 0) throw invalidInput(distinct.join('. '))

  return { ...(checkout as Omit<CheckoutFields, 'billing'>), billing: completeBilling(billing) }
}

/** Missing, empty and null fields become null. */
function readNamed<Table extends Names>(
  body: object,
  {
    names,
    rules,
    problems,
  }: { names: Table; rules: Record<keyof Table, Rule<unknown>>; problems: string[] },
): Read<Table> {
  const fields = Object.entries(names).map(([field, aliases]) => {
    const fields = body as Record<string, unknown>
    const alias = aliases.find((name) => !isEmpty(fields[name]))
    if (alias === undefined) return [field, null]

    const read = rules[field as keyof Table](fields[alias])
    if ('value' in read) return [field, read.value]
    problems.push(`${alias} ${read.problem}`)
    return [field, null]
  })
  return Object.fromEntries(fields)
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null
}

/** Fills missing fields with empty text. Null when no billing field was given. */
function completeBilling(fields: Read<typeof billingNames>): Billing | null {
  const entries = Object.entries(fields)
  if (entries.every(([, value]) => value === null)) return null
  return Object.fromEntries(entries.map(([field, value]) => [field, value ?? ''])) as Billing
}
