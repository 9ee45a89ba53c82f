import { createHmac } from 'node:crypto'
import { type Address, parseAddress } from '../lib/hex.js'
import type { Config } from '../platform/config/config.js'
import { deriveKey } from './derived-key.js'
import { isSameSecret } from './same-secret.js'

export const portalTokenHeader = 'x-portal-token'

/** The receipt that a portal token is for. */
export type PortalRef = { merchant: Address; receiptId: string }

export type PortalTokens = {
  write(receipt: PortalRef): string
  /** `null` when it is forged or not a token at all. */
  read(token: string): PortalRef | null
}

const addressBytes = 20

/**
 * Tokens that name one receipt and are good for nothing else. Nothing is stored, and they do not end: what may be
 * done with one is decided by how far the receipt is. After a change of the secret the former one's count too.
 */
export function createPortalTokens(
  config: Pick<Config, 'jwtSecret' | 'jwtPreviousSecret'>,
): PortalTokens {
  const { jwtSecret, jwtPreviousSecret } = config
  const key = deriveKey(jwtSecret, 'portal-token')
  const former = jwtPreviousSecret ? [deriveKey(jwtPreviousSecret, 'portal-token')] : []

  return {
    write({ merchant, receiptId }) {
      const address = Buffer.from(merchant.slice(2), 'hex')
      const name = Buffer.concat([address, Buffer.from(receiptId, 'utf8')]).toString('base64url')
      return `${name}.${seal(key, name)}`
    },
    read(token) {
      const dot = token.indexOf('.')
      if (dot === -1) return null
      const name = token.slice(0, dot)
      const given = token.slice(dot + 1)
      const isOurs = [key, ...former].some((one) => isSameSecret(given, seal(one, name)))
      return isOurs ? readName(name) : null
    },
  }
}

/** Over the text itself: there is then one token for each receipt, however else base64 may be written. */
function seal(key: Uint8Array, name: string): string {
  return createHmac('sha256', key).update(name).digest('base64url')
}

function readName(name: string): PortalRef | null {
  const bytes = Buffer.from(name, 'base64url')
  const merchant = parseAddress(`0x${bytes.subarray(0, addressBytes).toString('hex')}`)
  return merchant && { merchant, receiptId: bytes.subarray(addressBytes).toString('utf8') }
}
