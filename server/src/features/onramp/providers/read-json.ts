import { type Fields, isFields } from '../../../lib/fields/read-fields.js'

/** Parses a JSON object. Null for any other text. */
export function readObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the object at a path. Empty when there is none. */
export function objectAt(fields: Fields, ...path: string[]): Fields {
  let value: unknown = fields
  for (const name of path) value = isFields(value) ? value[name] : undefined
  return isFields(value) ? value : {}
}

/** Returns a text of bounded length that PostgreSQL can store. Null for any other value. */
export function textOf(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (typeof value !== 'string' || value === '' || value.length > 2_000) return null
  return value.includes('\u0000') ? null : value
}

/** Returns a time in whole seconds. Null for any other value. */
export function secondsOf(fields: Fields, name: string): number | null {
  const value = fields[name]
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1e11
    ? Number(value)
    : null
}
