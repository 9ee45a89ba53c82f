import { AppError } from '../../lib/errors.js'
import { displayText } from '../../lib/fields/field-rules.js'
import { isFields } from '../../lib/fields/is-fields.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import { type Cents, centsFromDecimal } from '../../lib/money.js'
import type { Refund } from './receipt.js'
import type { RefundBody } from './schemas.js'

const maxItems = 200
const maxQty = 1_000_000
const readLabel = displayText({ maxLength: 200 })
const readReason = displayText({ maxLength: 500 })

type GivenRefund = Omit<Refund, 'id' | 'by' | 'createdAt'> & { receiptId: string }

/**
 * Reads what is to be refunded.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`.
 */
export function readRefund(body: RefundBody): GivenRefund {
  const { receiptId } = body
  if (typeof receiptId !== 'string' || receiptId === '') {
    throw new AppError('missing_receipt_id', 'Say with receiptId which receipt')
  }
  return {
    receiptId,
    buyer: readBuyer(body.buyer),
    usdCents: readUsd(body.usd),
    items: readItems(body.items),
    transactionHash: readHash(body.txHash),
    reason: readText('reason', body.reason),
  }
}

function readBuyer(value: unknown): Address {
  const buyer = typeof value === 'string' ? parseAddress(value) : null
  if (!buyer) throw new AppError('invalid_buyer', 'buyer must be the wallet that gets the money')
  return buyer
}

function readUsd(value: unknown): Cents {
  const amount = typeof value === 'number' ? centsFromDecimal(value) : null
  if (amount === null || amount <= 0n) {
    throw new AppError('invalid_usd', 'usd must be above 0 with at most two decimals')
  }
  return amount
}

function readItems(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > maxItems) {
    throw new AppError('invalid_input', `items must be a list of at most ${maxItems}`)
  }
  return value.map(readItem)
}

function readItem(value: unknown): object {
  const { label, priceUsd, qty } = isFields(value) ? value : {}
  const text = readLabel(label ?? '')
  const price = typeof priceUsd === 'number' ? centsFromDecimal(priceUsd) : null
  const hasQty = qty !== undefined && qty !== null
  const isCounted = !hasQty || (typeof qty === 'number' && qty > 0 && qty <= maxQty)
  if ('problem' in text || price === null || !isCounted) {
    throw new AppError('invalid_input', 'items must each have label, priceUsd and perhaps qty')
  }
  return { label: text.value, priceUsd, ...(hasQty ? { qty } : {}) }
}

function readHash(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value)) {
    throw new AppError('invalid_input', 'txHash must be a transaction hash')
  }
  return value.toLowerCase()
}

function readText(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const read = readReason(value)
  if ('problem' in read) throw new AppError('invalid_input', `${name} ${read.problem}`)
  return read.value
}
