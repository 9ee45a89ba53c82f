/** The IEEE polynomial, bit-reversed. */
const polynomial = 0xedb88320

/** Returns the CRC-32 of an ASCII text as four big-endian bytes. It detects typos, not forgery. */
export function crc32(text: string): Uint8Array {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
  }

  const value = ~crc >>> 0
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
}
