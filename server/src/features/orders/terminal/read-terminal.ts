import { AppError, invalidInput } from '../../../lib/errors.js'
import { displayText } from '../../../lib/fields/field-rules.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import { type Cents, type Currency, centsFromDecimal } from '../../../lib/money.js'
import { readCurrency } from '../../../lib/read-currency.js'
import type { Context } from '../../../platform/context.js'
import { requirePublicTarget } from '../../../platform/outbound/require-public-target.js'
import { readCheckoutFields } from '../../receipts/create/read-checkout-fields.js'
import type { CheckoutFields } from '../../receipts/receipt.js'
import type { GivenTax } from '../../tax/resolve-sale-tax.js'
import { type OrderedItem, readOrderItems } from '../read/read-order-items.js'
import type { TerminalBody } from './schemas.js'

/** An amount in the currency of the receipt, or in dollars. */
export type GivenAmount = { amount: Cents; isInDollars: boolean }

/** A valid sale at the point of sale, before prices. */
export type TerminalRequest = {
  /** Amounts without an item, before tax and fee. They are all in dollars, or none is. */
  bases: readonly (GivenAmount & { label: string })[]
  ordered: OrderedItem[]
  /** Null when the catalog decides. */
  currency: Currency | null
  discount: GivenAmount | null
  tip: GivenAmount | null
  checkout: CheckoutFields
  tax: GivenTax
}

const maxCents = 10n ** 12n
/** As many lines as a customer display shows. */
const maxAmounts = 200
const readLabel = displayText({ maxLength: 200 })

/**
 * Reads the body of a sale at the point of sale. Reports an invalid amount first.
 *
 * @throws {AppError} `invalid_amount`, `invalid_input`.
 */
export async function readTerminal(
  ctx: Pick<Context, 'config' | 'resolveHost'>,
  body: TerminalBody,
): Promise<TerminalRequest> {
  const hasItems = Array.isArray(body.items) ? body.items.length > 0 : isGiven(body.items)
  const bases = readBases(body, hasItems)
  const discount = readExtra(body, 'discount')
  const tip = readExtra(body, 'tip')
  const currency =
    hasItems && bases.length === 0 && !isGiven(body.currency) ? null : readCurrency(body.currency)
  const ordered = hasItems ? readOrderItems(body.items) : []
  const checkout = readCheckoutFields(pickCheckout(body), ctx.config.mode)
  if (checkout.webhookUrl) {
    await requirePublicTarget(ctx, { url: checkout.webhookUrl, field: 'webhook_url' })
  }
  return { bases, ordered, currency, discount, tip, checkout, tax: body }
}

/** A sale at the point of sale has no other fields of an order, such as a page to return to. */
function pickCheckout(body: TerminalBody): Record<string, unknown> {
  const { webhook_url, webhookUrl, billingFirstName, billingLastName, billingEmail, reference } =
    body as Record<string, unknown>
  const customer = { billingFirstName, billingLastName, billingEmail }
  return { webhook_url, webhookUrl, ...customer, reference }
}

/** Reads the amount of a sale, or its list of amounts. */
function readBases(body: TerminalBody, hasItems: boolean): TerminalRequest['bases'] {
  const { amounts, amount, amountUsd } = body
  const label = readText(body.label)
  if (!isGiven(amounts)) {
    const base = readBase(body, hasItems)
    return base ? [{ ...base, label }] : []
  }
  const isList = Array.isArray(amounts) && amounts.length > 0 && amounts.length <= maxAmounts
  if (!isList || isGiven(amount) || isGiven(amountUsd)) {
    throw invalidInput(
      `amounts must be a list of 1 to ${maxAmounts} entries {amount, label}. Do not send amount or amountUsd with it.`,
    )
  }
  return amounts.map((entry) => readListed(entry, label))
}

function readListed(entry: unknown, fallback: string): TerminalRequest['bases'][number] {
  const { amount, label } = isFields(entry) ? entry : {}
  const read = readCents(amount)
  if (read === null || read === 0n) {
    throw new AppError(
      'invalid_amount',
      'Each amount of amounts must be at least 0.01, with at most two decimals.',
    )
  }
  const hasLabel = isGiven(label) && label !== ''
  return { amount: read, isInDollars: false, label: hasLabel ? readText(label) : fallback }
}

function readBase({ amount, amountUsd }: TerminalBody, hasItems: boolean): GivenAmount | null {
  const isNative = isGiven(amount)
  const isLegacy = isGiven(amountUsd)
  if (!isNative && !isLegacy && hasItems) return null
  const read = isNative === isLegacy ? null : readCents(isNative ? amount : amountUsd)
  if (read === null || read === 0n) {
    const hint = isNative || isLegacy ? '' : ' Or send items.'
    throw new AppError(
      'invalid_amount',
      `The amount is invalid. Send either amount or amountUsd, at least 0.01, with at most two decimals.${hint}`,
    )
  }
  return { amount: read, isInDollars: isLegacy }
}

/** Reads a discount or a tip. Zero is none. */
function readExtra(body: TerminalBody, name: 'discount' | 'tip'): GivenAmount | null {
  const inCurrency: unknown = body[name]
  const inDollars: unknown = body[`${name}Usd`]
  if (!isGiven(inCurrency) && !isGiven(inDollars)) return null
  const isInDollars = isGiven(inDollars)
  const read =
    isGiven(inCurrency) && isInDollars ? null : readCents(isInDollars ? inDollars : inCurrency)
  if (read === null) {
    throw new AppError(
      'invalid_amount',
      `The ${name} is invalid. Send either ${name} or ${name}Usd, not negative, with at most two decimals.`,
    )
  }
  return read === 0n ? null : { amount: read, isInDollars }
}

function readCents(value: unknown): Cents | null {
  const read = typeof value === 'number' ? centsFromDecimal(value) : null
  return read === null || read < 0n || read > maxCents ? null : read
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function readText(value: unknown): string {
  if (!isGiven(value) || value === '') return 'Payment'
  const read = readLabel(value)
  if ('problem' in read) throw invalidInput(`label ${read.problem}`)
  return read.value || 'Payment'
}
