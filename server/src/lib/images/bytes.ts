/** The number in `length` bytes, highest first. NaN past the end, which is no size and equals nothing. */
export function readBigEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = 0; index < length; index += 1) {
    value = value * 256 + (bytes[at + index] ?? Number.NaN)
  }
  return value
}

/** The number in `length` bytes, lowest first. NaN past the end. */
export function readLittleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = length - 1; index >= 0; index -= 1) {
    value = value * 256 + (bytes[at + index] ?? Number.NaN)
  }
  return value
}

/** Whether the bytes at a place are these characters, each of them one byte. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}
