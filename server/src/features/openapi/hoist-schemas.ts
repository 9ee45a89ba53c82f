export type JsonObject = Record<string, unknown>
export type SchemaTable = Record<string, JsonObject>

/**
 * Copies a schema and moves every part with a title into `table`, leaving a reference in its place.
 * Each shape has one name in the document. The description of an enum belongs to its use, so it
 * stays with the reference.
 *
 * @throws {Error} when two different shapes have the same title.
 */
export function hoistSchemas(schema: unknown, table: SchemaTable): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoistSchemas(item, table))
  if (schema === null || typeof schema !== 'object') return schema

  const copy: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, hoistSchemas(value, table)]),
  )
  const { title, description, ...rest } = copy
  if (typeof title !== 'string') return copy
  const reference = { $ref: `#/components/schemas/${title}` }
  if (!('enum' in rest)) {
    addShape(table, title, copy)
    return reference
  }
  addShape(table, title, { title, type: rest['type'], enum: rest['enum'] })
  return description === undefined ? reference : { ...reference, description }
}

function addShape(table: SchemaTable, title: string, shape: JsonObject): void {
  const hoisted = table[title]
  if (hoisted && JSON.stringify(hoisted) !== JSON.stringify(shape)) {
    throw new Error(`two different schemas have the title ${title}`)
  }
  table[title] = shape
}
