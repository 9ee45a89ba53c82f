import { invalidInput } from '../../../lib/errors.js'
import { displayText } from '../../../lib/fields/field-rules.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import {
  type Cents,
  type Currency,
  cents,
  centsFromDecimal,
  centsToDecimal,
  sumCents,
} from '../../../lib/money.js'
import { readCurrency } from '../../../lib/read-currency.js'
import type { CreateReceiptBody } from '../create/schemas.js'

/** A line as the caller sent it, in the currency of the bill. */
type GivenLine = { label: string; amount: Cents; qty: number | null }

/** A bill as the caller sent it: in dollars (`legacy`), or in a currency of its own (`native`). */
export type GivenBill = {
  kind: 'legacy' | 'native'
  currency: Currency
  lines: GivenLine[]
  total: Cents
}

const maxLines = 200
const maxQty = 1_000_000
/** Ten billion, positive or negative. */
const maxCents = cents(10n ** 12n)
const readLabel = displayText({ maxLength: 200, isRequired: true })

/**
 * Reads the lines and total of a receipt. Lines have dollar or native amounts, not both, and the
 * total must equal their sum.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReceiptBill(body: CreateReceiptBody): GivenBill {
  const { lineItems } = body
  if (!Array.isArray(lineItems) || lineItems.length === 0 || lineItems.length > maxLines) {
    throw invalidInput(`lineItems must be a list of 1 to ${maxLines} lines`)
  }
  const givenLines = lineItems.map((line, index) => {
    if (!isFields(line)) throw invalidInput(`lineItems: line ${index + 1} must be an object`)
    return line
  })

  const currency = readCurrency(body.currency)
  const isNative = isGiven(body.total) || givenLines.some((line) => isGiven(line['amount']))
  const isLegacy = isGiven(body.totalUsd) || givenLines.some((line) => isGiven(line['priceUsd']))
  if (isNative && isLegacy) {
    throw invalidInput('Use either priceUsd with totalUsd, or amount with total, not both')
  }
  return isNative ? readNative(body, { givenLines, currency }) : readLegacy(body, givenLines)
}

/** Dollar amounts stay in dollars, whatever `currency` says. */
function readLegacy(body: CreateReceiptBody, givenLines: Record<string, unknown>[]): GivenBill {
  const lines = givenLines.map((line, index) => readLine(line, { index, field: 'priceUsd' }))
  const total = readCents(body.totalUsd)
  if (total === null) throw invalidInput('totalUsd must be a number with at most two decimals')
  return { kind: 'legacy', currency: 'USD', lines, total: requireSum('totalUsd', total, lines) }
}

function readNative(
  body: CreateReceiptBody,
  { givenLines, currency }: { givenLines: Record<string, unknown>[]; currency: Currency },
): GivenBill {
  const lines = givenLines.map((line, index) => readLine(line, { index, field: 'amount' }))
  const sum = sumCents(lines.map(({ amount }) => amount))
  const total = isGiven(body.total) ? readCents(body.total) : sum
  if (total === null) throw invalidInput('total must be a number with at most two decimals')
  return { kind: 'native', currency, lines, total: requireSum('total', total, lines) }
}

function readLine(
  line: Record<string, unknown>,
  { index, field }: { index: number; field: 'priceUsd' | 'amount' },
): GivenLine {
  const place = `lineItems: line ${index + 1}:`
  const label = readLabel(line['label'])
  if ('problem' in label) throw invalidInput(`${place} label ${label.problem}`)
  const amount = readCents(line[field])
  if (amount === null)
    throw invalidInput(`${place} ${field} must be a number with at most two decimals`)
  return { label: label.value, amount, qty: readQty(line['qty'], place) }
}

function readQty(value: unknown, place: string): number | null {
  if (!isGiven(value)) return null
  const isGood = typeof value === 'number' && value > 0 && value <= maxQty
  if (!isGood) throw invalidInput(`${place} qty must be a number greater than 0`)
  return value
}

function requireSum(name: string, total: Cents, lines: readonly GivenLine[]): Cents {
  if (total !== sumCents(lines.map(({ amount }) => amount))) {
    throw invalidInput(`${name} must equal the sum of the lines`)
  }
  if (total <= 0n) throw invalidInput(`${name} must be greater than 0`)
  if (total > maxCents) throw invalidInput(`${name} must be at most ${centsToDecimal(maxCents)}`)
  return total
}

function readCents(value: unknown): Cents | null {
  const amount = typeof value === 'number' ? centsFromDecimal(value) : null
  const isGood = amount !== null && amount <= maxCents && amount >= -maxCents
  return isGood ? amount : null
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
