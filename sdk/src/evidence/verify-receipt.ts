import { EvidenceError } from './evidence-error.js'
import { evidenceOf, type Fields, fieldsOf } from './fields.js'
import type { EvidenceIssuer } from './get-key.js'
import { verifyStatement } from './verify-statement.js'

/**
 * The settlement response of a paid route, and the service that must have signed it.
 *
 * @example
 * const input: ReceiptInput = {
 *   baseUrl: 'https://pay.example.com',
 *   paymentResponse: response.headers.get('payment-response'),
 * }
 */
export type ReceiptInput = EvidenceIssuer & {
  /** The header `PAYMENT-RESPONSE` of a response with status 200. */
  paymentResponse: string | null
}

/**
 * A payment that the service has confirmed.
 *
 * @example
 * const { transaction, receiptId }: VerifiedReceipt = await verifyReceipt({ paymentResponse,
 * baseUrl })
 */
export type VerifiedReceipt = {
  resourceUrl: string
  /** CAIP-2, such as `eip155:8453`. */
  network: string
  /** The wallet that paid. */
  payer: string
  /** The hash of the transaction. */
  transaction: string
  /** Unix seconds. */
  issuedAt: number
  /** The paid receipt. Absent if the resource is not an order. */
  receiptId?: string
}

const facts = ['network', 'payer', 'transaction'] as const

/**
 * Verifies the receipt that the service signed after a payment. Keep the header as evidence.
 *
 * @throws {EvidenceError} with a `code` and a message that states the problem
 * @example
 * const receipt = await verifyReceipt({
 *   baseUrl: 'https://pay.example.com',
 *   paymentResponse: response.headers.get('payment-response'),
 * })
 * console.log(receipt.receiptId, receipt.transaction)
 */
export async function verifyReceipt(input: ReceiptInput): Promise<VerifiedReceipt> {
  const settled = fieldsOf(input.paymentResponse ?? '')
  const receipt = readReceipt(await verifyStatement(evidenceOf(settled)['receipt'], input))
  // A signed receipt exists only for a payment that succeeded.
  const isSuccess = settled['success'] === true
  if (!isSuccess || facts.some((name) => !isSame(settled[name], receipt[name]))) {
    throw new EvidenceError(
      'terms_changed',
      'The header contradicts the signed receipt. Trust only the signed receipt.',
    )
  }
  return receipt
}

function readReceipt(fields: Fields): VerifiedReceipt {
  const { issuedAt, receiptId } = fields
  const isText = [...facts, 'resourceUrl'].every((name) => typeof fields[name] === 'string')
  if (fields['version'] !== 1 || !isText || typeof issuedAt !== 'number') {
    throw new EvidenceError(
      'unknown_shape',
      'The signed text is not a receipt of version 1. Update the SDK, or pass the header PAYMENT-RESPONSE.',
    )
  }
  const texts = Object.fromEntries([...facts, 'resourceUrl'].map((name) => [name, fields[name]]))
  return {
    ...(texts as Omit<VerifiedReceipt, 'issuedAt' | 'receiptId'>),
    issuedAt,
    ...(typeof receiptId === 'string' ? { receiptId } : {}),
  }
}

/** Ignores case, because addresses may have a checksum. */
function isSame(displayed: unknown, signed: string): boolean {
  return typeof displayed === 'string' && displayed.toLowerCase() === signed.toLowerCase()
}
