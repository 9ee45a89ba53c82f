/** The fields that a route knows, with those of nested objects. Null where any field is kept. */
export type KnownFields = ReadonlyMap<string, KnownFields> | null

type Schema = {
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  content?: Record<string, { schema?: Schema }>
}

/** Returns the fields in a JSON schema. Those of a list are the fields of its entries. */
export function knownFields(schema: unknown): KnownFields {
  const { properties, additionalProperties, items, content, ...rest } = (schema ?? {}) as Schema
  if (content) return knownFields(content['application/json']?.schema)
  if (items) return knownFields(items)

  const branches = [rest.anyOf, rest.oneOf, rest.allOf].flatMap((list) => list ?? [])
  const alternatives = branches.map(knownFields).filter((fields) => fields !== null)
  if (alternatives.length > 0) return new Map(alternatives.flatMap((fields) => [...fields]))
  if (!properties || additionalProperties === true) return null
  return new Map(Object.entries(properties).map(([name, part]) => [name, knownFields(part)]))
}
