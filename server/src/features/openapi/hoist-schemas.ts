export type JsonObject = Record<string, unknown>
export type SchemaTable = Record<string, JsonObject>

/**
 * Copies a schema and moves every part with a title into `table`, leaving a reference in its place. Each shape has
 * one name in the document.
 *
 * @throws {Error} when two different shapes have the same title.
 */
export function hoistSchemas(schema: unknown, table: SchemaTable): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoistSchemas(item, table))
  if (schema === null || typeof schema !== 'object') return schema

  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, hoistSchemas(value, table)]),
  )
  const title = copy['title']
  if (typeof title !== 'string') return copy

  const known = table[title]
  if (known && JSON.stringify(known) !== JSON.stringify(copy)) {
    throw new Error(`two different schemas have the title ${title}`)
  }
  table[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}
