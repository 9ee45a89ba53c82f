import { createHmac } from 'node:crypto'
import { type Address, parseAddress } from '../lib/hex.js'
import type { Config } from '../platform/config/config.js'
import { deriveKey } from './derived-key.js'
import { isSameSecret } from './same-secret.js'

export const portalTokenHeader = 'x-portal-token'

/** The receipt of a portal token. */
export type PortalRef = { merchant: Address; receiptId: string }

export type PortalTokens = {
  write(receipt: PortalRef): string
  /** Returns `null` when the token is forged or malformed. */
  read(token: string): PortalRef | null
}

const addressBytes = 20

/**
 * Creates tokens that give access to one receipt. They are not stored and do not expire: the status of the receipt
 * decides what they allow. Tokens signed with the previous secret stay valid.
 */
export function createPortalTokens(
  config: Pick<Config, 'jwtSecret' | 'jwtPreviousSecret'>,
): PortalTokens {
  const { jwtSecret, jwtPreviousSecret } = config
  const key = deriveKey(jwtSecret, 'portal-token')
  const previous = jwtPreviousSecret ? [deriveKey(jwtPreviousSecret, 'portal-token')] : []

  return {
    write({ merchant, receiptId }) {
      const address = Buffer.from(merchant.slice(2), 'hex')
      const name = Buffer.concat([address, Buffer.from(receiptId, 'utf8')]).toString('base64url')
      return `${name}.${sign(key, name)}`
    },
    read(token) {
      const dot = token.indexOf('.')
      if (dot === -1) return null
      const name = token.slice(0, dot)
      const given = token.slice(dot + 1)
      const isOurs = [key, ...previous].some((one) => isSameSecret(given, sign(one, name)))
      return isOurs ? readName(name) : null
    },
  }
}

/** Signs the encoded text, so that each receipt has one token although base64 is not unique. */
function sign(key: Uint8Array, name: string): string {
  return createHmac('sha256', key).update(name).digest('base64url')
}

function readName(name: string): PortalRef | null {
  const bytes = Buffer.from(name, 'base64url')
  const merchant = parseAddress(`0x${bytes.subarray(0, addressBytes).toString('hex')}`)
  return merchant && { merchant, receiptId: bytes.subarray(addressBytes).toString('utf8') }
}
