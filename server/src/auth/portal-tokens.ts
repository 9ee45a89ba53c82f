import { createHmac } from 'node:crypto'
import { type Address, parseAddress } from '../lib/hex.js'
import type { Config } from '../platform/config/config.js'
import { deriveKey } from '../platform/secrets/derived-key.js'
import { isSameSecret } from '../platform/secrets/seal.js'

export const portalTokenHeader = 'x-portal-token'

/** The receipt of a portal token. */
export type PortalRef = { merchant: Address; receiptId: string }

/** A payment page. A limited one came without a signed link: it pays, but starts no checkout. */
export type PortalPage = PortalRef & { isLimited: boolean }

export type PortalTokens = {
  write(page: PortalPage): string
  /** Returns `null` when the token is forged or malformed. */
  read(token: string): PortalPage | null
}

const addressBytes = 20

/**
 * Creates tokens that give access to one receipt. They are not stored and do not expire: the status
 * of the receipt decides what they allow. Tokens signed with the previous secret stay valid.
 */
export function createPortalTokens(
  config: Pick<Config, 'jwtSecret' | 'jwtPreviousSecret'>,
): PortalTokens {
  const { jwtSecret, jwtPreviousSecret } = config
  const fullAccess = { isLimited: false, keys: deriveKeys('portal-token') }
  const limited = { isLimited: true, keys: deriveKeys('limited-portal-token') }

  /** The first one signs. */
  function deriveKeys(purpose: 'portal-token' | 'limited-portal-token') {
    const key = deriveKey(jwtSecret, purpose)
    return [key, ...(jwtPreviousSecret ? [deriveKey(jwtPreviousSecret, purpose)] : [])] as const
  }

  return {
    write({ merchant, receiptId, isLimited }) {
      const address = Buffer.from(merchant.slice(2), 'hex')
      const name = Buffer.concat([address, Buffer.from(receiptId, 'utf8')]).toString('base64url')
      return `${name}.${sign((isLimited ? limited : fullAccess).keys[0], name)}`
    },
    read(token) {
      const dot = token.indexOf('.')
      if (dot === -1) return null
      const name = token.slice(0, dot)
      const signature = token.slice(dot + 1)
      const kind = [fullAccess, limited].find(({ keys }) =>
        keys.some((key) => isSameSecret(signature, sign(key, name))),
      )
      const receipt = kind ? readName(name) : null
      return kind && receipt ? { ...receipt, isLimited: kind.isLimited } : null
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
