import { AppError } from '../../../lib/errors.js'
import { type Address, parseAddress } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import type { SpendPermission } from '../../../platform/chain/permission-hash.js'
import type { PermissionData } from '../schemas.js'

/** The stable reasons why a permission is refused. */
type PermissionProblem =
  | 'malformed'
  | 'wrong_account'
  | 'wrong_spender'
  | 'wrong_token'
  | 'wrong_allowance'
  | 'wrong_period'
  | 'wrong_start'
  | 'wrong_end'
  | 'wrong_extra_data'
  | 'wrong_signature'
  | 'revoked'
  | 'already_used'

/** Returns the error for a permission that cannot be charged. The body has the reason. */
export function invalidPermission(reason: PermissionProblem, message: string): AppError {
  return new AppError('invalid_permission', message, { fields: { reason } })
}

const maxUint48 = 2 ** 48 - 1
const maxUint160 = 2n ** 160n - 1n
const maxUint256 = 2n ** 256n - 1n

/** An ECDSA signature has 65 bytes. Undeployed contract wallets add their deployment. */
const [minSignatureBytes, maxSignatureBytes] = [65, 4_096]
const maxExtraBytes = 256

/**
 * Parses a permission. Does not check it against a plan, the clock or the chain.
 *
 * @throws {AppError} `invalid_permission`.
 */
export function readPermission(data: PermissionData): SpendPermission {
  return {
    account: readAddress('account', data.account),
    spender: readAddress('spender', data.spender),
    token: readAddress('token', data.token),
    allowance: readWhole('allowance', data.allowance, { pattern: decimal, max: maxUint160 }),
    period: readSeconds('period', data.period),
    start: readSeconds('start', data.start),
    end: readSeconds('end', data.end),
    salt: readWhole('salt', data.salt, { pattern: decimalOrHex, max: maxUint256 }),
    extraData: readHex('extraData', data.extraData, { min: 0, max: maxExtraBytes }),
  }
}

/**
 * Parses the signature of a permission.
 *
 * @throws {AppError} `invalid_permission`.
 */
export function readPermissionSignature(text: string): Hex {
  const range = { min: minSignatureBytes, max: maxSignatureBytes }
  return readHex('permissionSignature', text, range)
}

const decimal = /^(0|[1-9]\d{0,77})$/
const decimalOrHex = /^(0|[1-9]\d{0,77}|0x[0-9a-fA-F]{1,64})$/

function readAddress(field: string, text: string): Address {
  const address = parseAddress(text)
  if (!address) throw malformed(`${field} must be an address with a valid checksum.`)
  return address
}

function readWhole(
  field: string,
  text: string,
  { pattern, max }: { pattern: RegExp; max: bigint },
): bigint {
  const value = pattern.test(text) ? BigInt(text) : null
  if (value === null || value > max) {
    throw malformed(`${field} must be a whole number in a string, at most ${max}.`)
  }
  return value
}

function readSeconds(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= maxUint48) return value
  throw malformed(`${field} must be a whole number of seconds, at most ${maxUint48}.`)
}

function readHex(field: string, text: string, { min, max }: { min: number; max: number }): Hex {
  // Check the length first, so that the pattern never runs on a long text.
  const bytes = (text.length - 2) / 2
  const isSized = Number.isInteger(bytes) && bytes >= min && bytes <= max
  if (isSized && /^0x[0-9a-fA-F]*$/.test(text)) return text.toLowerCase() as Hex
  throw malformed(`${field} must be 0x followed by ${min} to ${max} bytes in hex.`)
}

function malformed(message: string) {
  return invalidPermission('malformed', message)
}
