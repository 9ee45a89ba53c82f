export type Json = Record<string, unknown>
type Schemas = Record<string, Json>
type Place = {
  /**
   * Clients send requests, which must stay accepted, and read responses, which must stay as they
   * are.
   */
  side: 'request' | 'response'
  at: string
  documents: { before: Schemas; after: Schemas }
  /** Pairs of references that are compared already, because schemas can contain themselves. */
  seen?: ReadonlySet<string>
}

/** Lists the differences between two schemas that break clients of the first one. */
export function findBreakingSchema(base: Json, now: Json, place: Place): string[] {
  const pair = `${base['$ref']} ${now['$ref']}`
  if (base['$ref'] && place.seen?.has(pair)) return []
  const inside = { ...place, seen: new Set([...(place.seen ?? []), pair]) }
  const before = alternatives(base, place.documents.before)
  const after = alternatives(now, place.documents.after)

  const [givers, takers] = place.side === 'request' ? [before, after] : [after, before]
  const problems = givers.map((giver) => {
    const attempts = takers.map((taker) =>
      place.side === 'request' ? compare(giver, taker, inside) : compare(taker, giver, inside),
    )
    // The closest alternative explains best what changed.
    return attempts.reduce((best, next) => (next.length < best.length ? next : best))
  })
  return problems.flat()
}

/** Returns the schemas of which a value needs to match one, without references. */
function alternatives(schema: Json, schemas: Schemas): Json[] {
  const { $ref, anyOf, oneOf, type } = schema
  if (typeof $ref === 'string') {
    return alternatives(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, schemas)
  }
  const several = (anyOf ?? oneOf) as Json[] | undefined
  if (several) return several.flatMap((part) => alternatives(part, schemas))
  return Array.isArray(type) ? type.map((name) => ({ ...schema, type: name })) : [schema]
}

function compare(base: Json, now: Json, place: Place): string[] {
  const { at, side } = place
  if (!isSameType(base, now, side)) {
    return [`${at} was ${describeType(base)} and is ${describeType(now)}`]
  }
  return [
    ...compareValues(base, now, place),
    ...(side === 'request' ? compareBounds(base, now, at) : []),
    ...compareFields(base, now, place),
    ...(base['items'] && now['items']
      ? findBreakingSchema(base['items'] as Json, now['items'] as Json, { ...place, at: `${at}[]` })
      : []),
  ]
}

function isSameType(base: Json, now: Json, side: Place['side']): boolean {
  const [giver, taker] = side === 'request' ? [base, now] : [now, base]
  if (taker['type'] === undefined && !('const' in taker)) return true
  if (giver['type'] === 'integer' && taker['type'] === 'number') return true
  return giver['type'] === taker['type']
}

function describeType({ type }: Json): string {
  return type === undefined ? 'any value' : String(type)
}

/** New values of an enum in a response are an addition, as new fields are. */
function compareValues(base: Json, now: Json, { at, side }: Place): string[] {
  const [before, after] = [valuesOf(base), valuesOf(now)]
  if (side === 'response') return before && !after ? [`${at} has any value now`] : []
  if (!after) return []
  const missing = before?.filter((value) => !after.includes(value)) ?? ['any value']
  return missing.map((value) => `${at} no longer accepts ${value}`)
}

function valuesOf(schema: Json): string[] | null {
  if ('const' in schema) return [String(schema['const'])]
  return Array.isArray(schema['enum']) ? schema['enum'].map(String) : null
}

function compareBounds(base: Json, now: Json, at: string): string[] {
  const lower = ['minimum', 'minLength', 'minItems'].filter(
    (name) =>
      Number(now[name] ?? Number.NEGATIVE_INFINITY) >
      Number(base[name] ?? Number.NEGATIVE_INFINITY),
  )
  const upper = ['maximum', 'maxLength', 'maxItems'].filter(
    (name) =>
      Number(now[name] ?? Number.POSITIVE_INFINITY) <
      Number(base[name] ?? Number.POSITIVE_INFINITY),
  )
  const pattern = now['pattern'] !== undefined && now['pattern'] !== base['pattern']
  const narrowed = [...lower, ...upper, ...(pattern ? ['pattern'] : [])]
  return narrowed.map((name) => `${at} has a narrower ${name}`)
}

function compareFields(base: Json, now: Json, place: Place): string[] {
  const { at, side } = place
  const [before, after] = [fieldsOf(base), fieldsOf(now)]
  const [needed, stated] = side === 'request' ? [after, before] : [before, after]
  const became = side === 'request' ? 'required' : 'optional'
  return [
    ...Object.entries(before.properties).flatMap(([name, schema]) => {
      const other = after.properties[name]
      if (!other) return [`${at}.${name} was removed`]
      return findBreakingSchema(schema, other, { ...place, at: `${at}.${name}` })
    }),
    ...needed.required
      .filter(
        (name) =>
          !stated.required.includes(name) && !(side === 'response' && !after.properties[name]),
      )
      .map((name) => `${at}.${name} became ${became}`),
    ...(side === 'request' &&
    now['additionalProperties'] === false &&
    base['additionalProperties'] !== false
      ? [`${at} no longer accepts other fields`]
      : []),
  ]
}

function fieldsOf(schema: Json) {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return { properties, required }
}
