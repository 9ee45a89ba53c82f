const keySignatureLength = 2 + 65 * 2

/**
 * A wallet's answer as a signature; `null` when it is none. A contract's may have any length. Some hardware wallets
 * count the last byte of a key's from 0, but tokens know it from 27 only.
 */
export function readSignature(answer: unknown): string | null {
  if (typeof answer !== 'string' || !/^0x([\da-f]{2})+$/i.test(answer)) return null
  if (answer.length !== keySignatureLength) return answer
  return answer.replace(/00$/, '1b').replace(/01$/, '1c')
}
