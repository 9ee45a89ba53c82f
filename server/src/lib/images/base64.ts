const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const noDigit = 64
/** The value of each ASCII character. */
const digits = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = alphabet.indexOf(String.fromCharCode(code))
  return value === -1 ? noDigit : value
})

/** Returns the decoded size of a base64 text, by its length and padding. */
export function countBase64Bytes(text: string): number {
  return Math.floor(text.length / 4) * 3 - countPadding(text)
}

/**
 * Decodes a base64 text, padded and without white space. Returns `null` unless it is the canonical
 * encoding, so that equal bytes always have equal texts.
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null

  const padding = countPadding(text)
  const bytes = new Uint8Array(countBase64Bytes(text))
  let bits = 0
  let written = 0
  for (let index = 0; index < text.length - padding; index += 1) {
    const digit = digits[text.charCodeAt(index)] ?? noDigit
    if (digit === noDigit) return null

    bits = ((bits << 6) | digit) & 0xffffff
    // Of four digits, each but the first completes a byte and leaves 4, 2 and 0 bits.
    const place = index % 4
    if (place === 0) continue
    bytes[written] = bits >>> (6 - 2 * place)
    written += 1
  }

  const unusedBits = bits & ((1 << (2 * padding)) - 1)
  return unusedBits === 0 ? bytes : null
}

function countPadding(text: string): number {
  if (text.endsWith('==')) return 2
  return text.endsWith('=') ? 1 : 0
}
