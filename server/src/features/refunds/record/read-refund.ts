import { AppError, invalidInput } from '../../../lib/errors.js'
import { displayText } from '../../../lib/fields/field-rules.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import { type Address, type Hash, parseAddress } from '../../../lib/hex.js'
import { type Cents, centsFromDecimal } from '../../../lib/money.js'
import type { Refund, RefundItem } from '../../receipts/receipt.js'
import type { RefundBody } from './schemas.js'

const maxItems = 200
const maxQty = 1_000_000
const readLabel = displayText({ maxLength: 200 })
const readReason = displayText({ maxLength: 500 })

export type GivenRefund = Pick<
  Refund,
  'isCredit' | 'items' | 'transactionHash' | 'reason' | 'restock'
> & {
  receiptId: string
  /** Null when the money was returned outside of the chain. */
  buyer: Address | null
  /** Null if the items decide. */
  usdCents: Cents | null
}

/**
 * Reads a refund request.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`.
 */
export function readRefund(body: RefundBody): GivenRefund {
  const isElsewhere = readFlag('elsewhere', body.elsewhere)
  const refund = {
    receiptId: requireReceiptId(body.receiptId),
    buyer: isElsewhere ? null : readBuyer(body.buyer),
    usdCents: hasItems(body) ? readOptionalUsd(body.usd) : readUsd(body.usd),
    isCredit: readFlag('credit', body.credit),
    items: readItems(body.items),
    transactionHash: readHash(body.txHash),
    reason: readText('reason', body.reason),
    restock: readFlag('restock', body.restock),
  }
  if (refund.isCredit && refund.restock) {
    throw invalidInput(
      'restock is not allowed with credit. Omit it, or refund the sale without credit.',
    )
  }
  if (isElsewhere && refund.transactionHash !== null) {
    throw invalidInput('txHash is not allowed with elsewhere. Omit one of them.')
  }
  return refund
}

/**
 * Reads a request that names the transaction of a recorded refund, or null for a new refund.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_input`.
 */
export function readNamedTransaction(
  body: RefundBody,
): { receiptId: string; refundId: string; hash: Hash } | null {
  const { refundId } = body
  if (refundId === undefined || refundId === null) return null
  const hash = readHash(body.txHash)
  if (typeof refundId !== 'string' || hash === null) {
    throw invalidInput('With refundId, send the txHash of its transaction.')
  }
  return { receiptId: requireReceiptId(body.receiptId), refundId, hash: hash as Hash }
}

/**
 * Reads a required receipt id.
 *
 * @throws {AppError} `missing_receipt_id`.
 */
export function requireReceiptId(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new AppError('missing_receipt_id', 'receiptId is required.')
}

/** Items of a sale have an amount of their own. */
function hasItems({ items, credit }: RefundBody): boolean {
  return Array.isArray(items) && items.length > 0 && credit !== true
}

/**
 * Reads the wallet that receives a refund.
 *
 * @throws {AppError} `invalid_buyer`.
 */
export function readBuyer(value: unknown): Address {
  const buyer = typeof value === 'string' ? parseAddress(value) : null
  if (!buyer || BigInt(buyer) === 0n)
    throw new AppError('invalid_buyer', 'buyer must be the wallet address that receives the refund')
  return buyer
}

function readUsd(value: unknown): Cents {
  const amount = typeof value === 'number' ? centsFromDecimal(value) : null
  if (amount === null || amount <= 0n) {
    throw new AppError('invalid_usd', 'usd must be greater than 0, with at most two decimals')
  }
  return amount
}

/**
 * Reads the amount of a refund, or null when there is none.
 *
 * @throws {AppError} `invalid_usd`.
 */
export function readOptionalUsd(value: unknown): Cents | null {
  return value === undefined || value === null ? null : readUsd(value)
}

/**
 * Reads the refunded items. Empty when none are given.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readItems(value: unknown): RefundItem[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > maxItems) {
    throw invalidInput(`items must be a list of at most ${maxItems} entries`)
  }
  return value.map(readItem)
}

function readItem(value: unknown): RefundItem {
  const { label, priceUsd, qty, lineId, itemId, sku } = isFields(value) ? value : {}
  const text = readLabel(label ?? '')
  const isPriced = !isGiven(priceUsd) || isCents(priceUsd)
  const isCounted = !isGiven(qty) || (typeof qty === 'number' && qty > 0 && qty <= maxQty)
  const isNamed = [label, lineId, itemId, sku].some((name) => isGiven(name) && name !== '')
  if ('problem' in text || !isPriced || !isCounted || !isNamed) {
    throw invalidInput(
      'Each entry of items needs a lineId, itemId, sku or label of a line; qty and priceUsd are optional numbers.',
    )
  }
  return {
    ...readName('lineId', lineId),
    ...readName('itemId', itemId),
    ...readName('sku', sku),
    label: text.value,
    ...(isGiven(priceUsd) ? { priceUsd: priceUsd as number } : {}),
    ...(isGiven(qty) ? { qty: qty as number } : {}),
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function isCents(value: unknown): boolean {
  return typeof value === 'number' && centsFromDecimal(value) !== null
}

function readName<Name extends 'lineId' | 'itemId' | 'sku'>(name: Name, value: unknown) {
  if (value === undefined || value === null || value === '') return {}
  const read = readLabel(value)
  if ('problem' in read) throw invalidInput(`items: ${name} ${read.problem}`)
  return { [name]: read.value } as { [Key in Name]: string }
}

function readHash(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value)) {
    throw invalidInput('txHash must be a transaction hash')
  }
  return value.toLowerCase()
}

/**
 * Reads an optional flag.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readFlag(name: string, value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  throw invalidInput(`${name} must be true or false`)
}

function readText(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const read = readReason(value)
  if ('problem' in read) throw invalidInput(`${name} ${read.problem}`)
  return read.value
}
