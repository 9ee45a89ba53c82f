const a = 'a'.charCodeAt(0)
const z = 'z'.charCodeAt(0)
const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)

/**
 * Which letters a folded text has: a bit each for a to z, one for all digits, one for all else. A text can
 * only be part of one that has all its letters, which is far quicker to see than whether it is.
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

/** Whether a text is a single letter that has a bit of its own. */
export function isOneLetter(text: string): boolean {
  return text.length === 1 && lettersOf(text) < 1 << 26
}
