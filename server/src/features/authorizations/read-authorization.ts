import { AppError } from '../../lib/errors.js'
import { type Address, type Hash, parseAddress, parseHash } from '../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../lib/money.js'
import type { Hex } from '../../platform/chain/chain.js'
import { type Authorization, type SignedSymbol, signedSymbols } from './authorization.js'
import type { AuthorizationBody } from './schemas.js'

/** So many digits always fit a uint256, and no token has as much. */
const unitsPattern = /^[1-9]\d{0,76}$/
/** A key's signature has 65 bytes, a contract wallet's any number. */
const [fewestBytes, mostBytes] = [65, 2_048]

/**
 * Reads what a buyer has signed. Whether it fits the receipt, the time and the chain is not asked here.
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
  const symbol = signedSymbols.find((known) => known === value)
  if (!symbol) throw invalid(`token must be one of ${signedSymbols.join(', ')}`)
  return symbol
}

function readPayer(value: unknown): Address {
  const payer = typeof value === 'string' ? parseAddress(value) : null
  if (!payer) throw invalid('payer must be an address, with its right checksum')
  return payer
}

function readUnits(value: unknown): BaseUnits {
  if (typeof value !== 'string' || !unitsPattern.test(value)) {
    throw invalid("amountUnits must be a whole number of the token's smallest unit, as a string")
  }
  return baseUnits(BigInt(value))
}

function readSeconds(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalid(`${name} must be a time in Unix seconds, as a whole number`)
  }
  return value
}

function readSalt(value: unknown): Hash {
  const salt = typeof value === 'string' ? parseHash(value) : null
  if (!salt) throw invalid('salt must be 0x and 64 hex digits')
  return salt
}

function readSignature(value: unknown): Hex {
  // The length first: only what is short enough is worth a look at each digit.
  const bytes = typeof value === 'string' ? (value.length - 2) / 2 : 0
  const isSized = bytes >= fewestBytes && bytes <= mostBytes && Number.isInteger(bytes)
  if (typeof value !== 'string' || !isSized || !/^0x[0-9a-fA-F]+$/.test(value)) {
    throw invalid(`signature must be 0x and the hex digits of ${fewestBytes} to ${mostBytes} bytes`)
  }
  return value.toLowerCase() as Hex
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message)
}
