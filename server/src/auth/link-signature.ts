import { createHmac } from 'node:crypto'
import type { Address } from '../lib/hex.js'
import { rememberLatest } from '../platform/remember-latest.js'
import { isSameSecret } from '../platform/secrets/seal.js'
import type { PortalRef } from './portal-tokens.js'

const signatureBytes = 16
const addressLength = 42

/** The signatures kept for a secret. Lists repeat receipts, and signing is the slowest part. */
const keptSignatures = 10_000
const signers = new WeakMap<Uint8Array, (receipt: string) => string>()

/** Returns the signature `k` of a payment link. It shows that the link came from the merchant. */
export function signLink(secret: Uint8Array, { merchant, receiptId }: PortalRef): string {
  const sign = signers.get(secret) ?? rememberSignatures(secret)
  return sign(`${merchant}${receiptId}`)
}

function rememberSignatures(secret: Uint8Array): (receipt: string) => string {
  const sign = rememberLatest((receipt) => {
    const merchant = receipt.slice(0, addressLength) as Address
    return computeSignature(secret, { merchant, receiptId: receipt.slice(addressLength) })
  }, keptSignatures)
  signers.set(secret, sign)
  return sign
}

function computeSignature(secret: Uint8Array, { merchant, receiptId }: PortalRef): string {
  // All addresses have the same length, so no two receipts share the signed bytes.
  const hmac = createHmac('sha256', secret).update(Buffer.from(merchant.slice(2), 'hex'))
  return hmac.update(receiptId, 'utf8').digest().subarray(0, signatureBytes).toString('base64url')
}

/** Returns whether a link of this receipt has this signature. */
export function isLinkSignature(
  secret: Uint8Array,
  { signature, ...receipt }: PortalRef & { signature: string },
): boolean {
  return isSameSecret(signature, computeSignature(secret, receipt))
}
