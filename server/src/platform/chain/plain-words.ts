/**
 * What a node or a contract said, fit to be stored and shown: in one line, of bounded length. A contract may say
 * any bytes at all, and a database takes no NUL in text.
 */
export function plainWords(text: string, maxLength: number): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}
