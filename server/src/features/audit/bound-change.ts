import { createHash } from 'node:crypto'

/** The limit for each side of a change, in characters of JSON. */
const maxChangeLength = 4_096
const maxPartLength = 512

/**
 * Limits the size of a logged change. Long parts are replaced by their length and hash, so a copy kept elsewhere
 * can still be verified.
 */
export function boundChange(change: Record<string, unknown>): Record<string, unknown> {
  if (lengthOf(change) <= maxChangeLength) return change

  const shortened = Object.fromEntries(
    Object.entries(change).map(([name, part]) => [name, shorten(part)]),
  )
  return lengthOf(shortened) <= maxChangeLength ? shortened : omitted(change)
}

function shorten(part: unknown): unknown {
  if (lengthOf(part) <= maxPartLength) return part
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return omitted(part)
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shorten(inner)]))
}

function omitted(part: unknown): { omittedCharacters: number; sha256: string } {
  const text = JSON.stringify(part)
  return { omittedCharacters: text.length, sha256: createHash('sha256').update(text).digest('hex') }
}

function lengthOf(part: unknown): number {
  return JSON.stringify(part ?? null).length
}
