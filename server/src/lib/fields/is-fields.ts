export type Fields = Record<string, unknown>

/** Returns whether a value is an object, and neither `null` nor a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
