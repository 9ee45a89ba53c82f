const a = 'a'.charCodeAt(0)
const z = 'z'.charCodeAt(0)
const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)

/**
 * Returns the letters of a folded text as bits: one each for a to z, one for all digits, one for all else. Comparing
 * bits quickly rules out most texts that cannot contain another.
 */
export function lettersOf(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index += 1) letters |= bitOf(text.charCodeAt(index))
  return letters
}

function bitOf(code: number): number {
  if (code >= a && code <= z) return 1 << (code - a)
  return code >= zero && code <= nine ? 1 << 26 : 1 << 27
}

/** Returns whether a text is a single letter with its own bit. */
export function isOneLetter(text: string): boolean {
  return text.length === 1 && lettersOf(text) < 1 << 26
}
