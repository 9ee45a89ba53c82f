import { createHmac } from 'node:crypto'
import type { PortalRef } from './portal-tokens.js'
import { isSameSecret } from './same-secret.js'

const signatureBytes = 16

/** Returns the signature `k` of a payment link. It shows that the link came from the merchant. */
export function signLink(secret: Uint8Array, { merchant, receiptId }: PortalRef): string {
  // All addresses have the same length, so no two receipts share the signed bytes.
  const hmac = createHmac('sha256', secret).update(Buffer.from(merchant.slice(2), 'hex'))
  return hmac.update(receiptId, 'utf8').digest().subarray(0, signatureBytes).toString('base64url')
}

/** Returns whether a link of this receipt has this signature. */
export function isLinkSignature(
  secret: Uint8Array,
  { signature, ...receipt }: PortalRef & { signature: string },
): boolean {
  return isSameSecret(signature, signLink(secret, receipt))
}
