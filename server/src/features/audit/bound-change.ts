import { createHash } from 'node:crypto'

/** What an entry keeps of one side of a change at most, in characters of JSON. */
const keptAtMost = 4_096
const partAtMost = 512

/**
 * A change that fits into the log. Of one that is too large the long parts are replaced by their length and
 * hash: whoever still has them can prove what they were, and nobody can fill the log with them.
 */
export function boundChange(change: Record<string, unknown>): Record<string, unknown> {
  if (lengthOf(change) <= keptAtMost) return change

  const shortened = Object.fromEntries(
    Object.entries(change).map(([name, part]) => [name, shorten(part)]),
  )
  return lengthOf(shortened) <= keptAtMost ? shortened : omitted(change)
}

function shorten(part: unknown): unknown {
  if (lengthOf(part) <= partAtMost) return part
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
