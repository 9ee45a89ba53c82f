const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Encodes bytes as `length` base62 digits. Higher digits that do not fit are dropped. */
export function encodeBase62(bytes: Uint8Array, length: number): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)

  let text = ''
  while (text.length < length) {
    text = (alphabet[Number(value % 62n)] ?? '') + text
    value /= 62n
  }
  return text
}
