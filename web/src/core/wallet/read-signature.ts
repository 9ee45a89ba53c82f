const keySignatureLength = 2 + 65 * 2

/**
 * Returns a wallet's response as a signature, or null when it is none. Contract signatures may have
 * any length. Some hardware wallets return a recovery byte of 0 or 1, which tokens accept only as
 * 27 or 28.
 */
export function readSignature(response: unknown): string | null {
  if (typeof response !== 'string' || !/^0x([\da-f]{2})+$/i.test(response)) return null
  if (response.length !== keySignatureLength) return response
  return response.replace(/00$/, '1b').replace(/01$/, '1c')
}
