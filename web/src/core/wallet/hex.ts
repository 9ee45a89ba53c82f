/** Returns whether a value is an address that can receive funds. The zero address cannot. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x(?!0{40})[\da-f]{40}$/i.test(value)
}

/** Returns whether a value is 32 bytes in hex, such as a transaction hash or a key. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value)
}
