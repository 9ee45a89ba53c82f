/**
 * Numbers, addresses and keys as the ABI has them: 32 bytes each, one after the other, in hex without `0x`. Nothing
 * that is paid here needs more of it, and a library would be larger than the page's own code for wallets.
 */
export function encodeWords(words: readonly (bigint | string)[]): string {
  return words.map((word) => BigInt(word).toString(16).padStart(64, '0')).join('')
}
