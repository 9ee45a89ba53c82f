/**
 * A code in capitals. Leaves all but a to z alone: `toUpperCase` would turn a dotless ı into the I of a
 * country that was never written.
 */
export function foldCode(code: string): string {
  return code.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
