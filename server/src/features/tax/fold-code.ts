/**
 * Converts a to z to upper case. `toUpperCase` would also turn a dotless ı into I and so match another country.
 */
export function foldCode(code: string): string {
  return code.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
