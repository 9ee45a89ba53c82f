/** Whether something is 32 bytes in hex: a transaction hash or a key. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value)
}
