import { type Hex, numberToHex, parseSignature, serializeSignature } from 'viem'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Returns the equivalent signature with a high s, which contracts must refuse. */
export function toHighS(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature)
  const other = numberToHex(order - BigInt(s), { size: 32 })
  return serializeSignature({ r, s: other, yParity: 1 - yParity })
}
