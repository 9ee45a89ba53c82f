import { type Fields, isFields } from '../../lib/fields/read-fields.js'

/**
 * Returns a response schema in which "a type or null" is a nullable type. The serializer validates
 * a value against every variant of a union, which takes longer than to serialize it.
 */
export function foldNull(schema: object): object {
  return foldValue(schema) as object
}

function foldValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldValue)
  if (!isFields(value)) return value
  const folded = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, foldValue(inner)]),
  )
  const { anyOf, ...rest } = folded
  const type = findNullable(anyOf)
  return type ? { ...rest, ...allowNull(type) } : folded
}

/** Inside a union of objects the serializer validates, and there an enum must name null as a value. */
function allowNull(type: Fields): Fields {
  const values = Array.isArray(type['enum']) ? { enum: [...type['enum'], null] } : {}
  return { ...type, ...values, nullable: true }
}

/** Returns the type of a union with null, or null for any other union. */
function findNullable(variants: unknown): Fields | null {
  if (!Array.isArray(variants) || variants.length !== 2) return null
  const types = variants.filter(isFields).filter(({ type }) => type !== 'null')
  const [type] = types
  return types.length === 1 && type && typeof type['type'] === 'string' ? type : null
}
