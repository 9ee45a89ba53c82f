/**
 * Makes a message of a node or contract safe to store and show: one line of limited length. A contract may return any
 * bytes, and PostgreSQL cannot store NUL.
 */
export function plainWords(text: string, maxLength: number): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}
