type Value = string | number | boolean | readonly string[] | undefined

/**
 * Returns a query string with a leading `?`, or an empty string without values. Joins lists with
 * commas.
 *
 * @example
 * formatQuery({ q: 'mug', tags: ['blue', 'gift'], page: undefined }) // '?q=mug&tags=blue%2Cgift'
 */
export function formatQuery(values: Readonly<Record<string, Value>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}
