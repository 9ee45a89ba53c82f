import { AppError } from '../../../lib/errors.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import { type Address, type Hash, parseAddress, parseHash } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { nameInV1, nameInV2 } from './payment-required.js'

/** A signed payment (EIP-3009) that a request carries. Nothing in it is verified. */
export type Proof = {
  version: 1 | 2
  payer: Address
  payTo: Address
  units: BaseUnits
  validAfterSeconds: bigint
  validBeforeSeconds: bigint
  nonce: Hash
  signature: Hex
  /** An id that the client chose for this payment and that the chain does not show. */
  paymentId: string | null
}

/** A longer header carries no payment. */
const maxLength = 12_288
/** At most 78 digits, as many as a uint256 has. */
const digits = /^(0|[1-9]\d{0,77})$/
const maxUint256 = 2n ** 256n - 1n
/** Contract wallets use more than the 65 bytes of a key. */
const signaturePattern = /^0x([0-9a-fA-F]{2}){65,2048}$/
const paymentIdPattern = /^[A-Za-z0-9_-]{16,128}$/

/**
 * Reads the payment in a request's headers, or null when there is none. The version inside decides,
 * not the header's name.
 *
 * @throws {AppError} `invalid_payment`.
 */
export function readProof(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { chainId }: { chainId: number },
): Proof | null {
  const header = headers['payment-signature'] ?? headers['x-payment']
  if (header === undefined) return null
  if (typeof header !== 'string' || header.length > maxLength) {
    throw invalid(`Send one payment header of at most ${maxLength} characters.`)
  }
  return parseProof(decode(header), { chainId })
}

/**
 * Parses a decoded payment.
 *
 * @throws {AppError} `invalid_payment`.
 */
export function parseProof(value: unknown, { chainId }: { chainId: number }): Proof {
  if (!isFields(value)) throw invalid('The payment must be an object.')
  const version = value['x402Version']
  if (version !== 1 && version !== 2) throw invalid('x402Version must be 1 or 2.')
  requireNetwork(version === 1 ? value : value['accepted'], { version, chainId })
  const { payload } = value
  const authorization = isFields(payload) ? payload['authorization'] : null
  if (!isFields(payload) || !isFields(authorization)) {
    throw invalid('payload must have a signature and an authorization.')
  }
  return {
    version,
    payer: readAddress(authorization, 'from'),
    payTo: readAddress(authorization, 'to'),
    units: baseUnits(readNumber(authorization, 'value')),
    validAfterSeconds: readNumber(authorization, 'validAfter'),
    validBeforeSeconds: readNumber(authorization, 'validBefore'),
    nonce: readNonce(authorization['nonce']),
    signature: readSignature(payload['signature']),
    paymentId: readPaymentId(value['extensions']),
  }
}

function decode(header: string): unknown {
  const text = Buffer.from(header, 'base64').toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The payment header must be JSON in base64.')
  }
}

function requireNetwork(value: unknown, expected: { version: 1 | 2; chainId: number }): void {
  const { version, chainId } = expected
  const name = version === 1 ? nameInV1(chainId) : nameInV2(chainId)
  if (!isFields(value) || value['scheme'] !== 'exact' || value['network'] !== name) {
    throw invalid(`Pay with the scheme exact on the network ${name ?? nameInV2(chainId)}.`)
  }
}

function readAddress(fields: Record<string, unknown>, name: string): Address {
  const value = fields[name]
  const address = typeof value === 'string' ? parseAddress(value) : null
  if (!address) throw invalid(`authorization.${name} must be an address.`)
  return address
}

function readNumber(fields: Record<string, unknown>, name: string): bigint {
  const value = fields[name]
  const number = typeof value === 'string' && digits.test(value) ? BigInt(value) : null
  if (number === null || number > maxUint256) {
    throw invalid(`authorization.${name} must be a whole number as a string.`)
  }
  return number
}

function readNonce(value: unknown): Hash {
  const nonce = typeof value === 'string' ? parseHash(value) : null
  if (!nonce) throw invalid('authorization.nonce must be 0x followed by 64 hex digits.')
  return nonce
}

function readSignature(value: unknown): Hex {
  if (typeof value !== 'string' || !signaturePattern.test(value)) {
    throw invalid('payload.signature must be 0x followed by 65 to 2048 bytes in hex.')
  }
  return value.toLowerCase() as Hex
}

/** An unsuitable id is ignored, because the payment is valid without one. */
function readPaymentId(extensions: unknown): string | null {
  const extension = isFields(extensions) ? extensions['payment-identifier'] : null
  const info = isFields(extension) ? extension['info'] : null
  const id = isFields(info) ? info['id'] : null
  return typeof id === 'string' && paymentIdPattern.test(id) ? id : null
}

function invalid(message: string): AppError {
  return new AppError('invalid_payment', message)
}
