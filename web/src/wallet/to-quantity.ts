/** A number as wallets take it: in hex, without zeros before it. */
export function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`
}
