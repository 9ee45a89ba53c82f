/** Whether something is an address that money can be sent to. Nobody has the one of zeros. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x(?!0{40})[\da-f]{40}$/i.test(value)
}
