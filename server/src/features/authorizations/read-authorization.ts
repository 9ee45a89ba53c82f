import { invalidInput } from '../../lib/errors.js'
import { type Address, type Hash, parseAddress, parseHash } from '../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../lib/money.js'
import type { Hex } from '../../platform/chain/chain.js'
import { type Authorization, type SignedSymbol, signedSymbols } from './authorization.js'
import type { AuthorizationBody } from './schemas.js'

/** At most 77 digits, which always fit a uint256. */
const unitsPattern = /^[1-9]\d{0,76}$/
/** An ECDSA signature has 65 bytes. Contract wallets may use more. */
const [minBytes, maxBytes] = [65, 2_048]

/**
 * Parses a signed payment. Does not check it against the receipt, the clock or the chain.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readAuthorization(body: AuthorizationBody): Authorization {
  return {
    symbol: readSymbol(body.token),
    payer: readPayer(body.payer),
    units: readUnits(body.amountUnits),
    validAfterSeconds: readSeconds(body.validAfter, 'validAfter'),
    validBeforeSeconds: readSeconds(body.validBefore, 'validBefore'),
    salt: readSalt(body.salt),
    signature: readSignature(body.signature),
  }
}

function readSymbol(value: unknown): SignedSymbol {
  if (value === undefined) return 'USDC'
  const symbol = signedSymbols.find((candidate) => candidate === value)
  if (!symbol) throw invalidInput(`token must be one of ${signedSymbols.join(', ')}`)
  return symbol
}

function readPayer(value: unknown): Address {
  const payer = typeof value === 'string' ? parseAddress(value) : null
  if (!payer) throw invalidInput('payer must be an address with a valid checksum')
  return payer
}

function readUnits(value: unknown): BaseUnits {
  if (typeof value !== 'string' || !unitsPattern.test(value)) {
    throw invalidInput(
      "amountUnits must be a whole number of the token's smallest unit, as a string",
    )
  }
  return baseUnits(BigInt(value))
}

function readSeconds(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalidInput(`${name} must be a whole number of Unix seconds`)
  }
  return value
}

function readSalt(value: unknown): Hash {
  const salt = typeof value === 'string' ? parseHash(value) : null
  if (!salt) throw invalidInput('salt must be 0x followed by 64 hex digits')
  return salt
}

function readSignature(value: unknown): Hex {
  // Check the length first, so that the pattern never runs on a huge string.
  const bytes = typeof value === 'string' ? (value.length - 2) / 2 : 0
  const isSized = bytes >= minBytes && bytes <= maxBytes && Number.isInteger(bytes)
  if (typeof value !== 'string' || !isSized || !/^0x[0-9a-fA-F]+$/.test(value)) {
    throw invalidInput(`signature must be 0x followed by ${minBytes} to ${maxBytes} bytes in hex`)
  }
  return value.toLowerCase() as Hex
}
