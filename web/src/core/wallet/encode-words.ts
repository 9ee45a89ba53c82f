/**
 * Encodes numbers, addresses and keys as ABI words: 32 bytes each, in hex without `0x`. A library
 * would be larger than all other wallet code of the page.
 */
export function encodeWords(words: readonly (bigint | string)[]): string {
  return words.map((word) => BigInt(word).toString(16).padStart(64, '0')).join('')
}
