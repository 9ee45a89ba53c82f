import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Attempt } from './attempts.js'
import { hostileText, hostileValue, queryOf } from './paths.js'

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

type Parameter = { in: string; name: string }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document: Document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
)

/**
 * Operations that would end the sessions of the run or move its clock, and streams, which do not
 * end.
 */
const excluded = /^\/api\/(sandbox\/|auth\/logout|events\/stream|portal\/\{id\}\/events)/
const maxDepth = 4

/** Generates requests of every operation of the OpenAPI document, most of them almost valid. */
export function attemptsOf(knownIds: readonly string[]): fc.Arbitrary<Attempt> {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/') && !excluded.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        attemptOf({ method: method.toUpperCase(), path, operation, knownIds }),
      ),
    )
  return fc.oneof(...operations)
}

function attemptOf(input: {
  method: string
  path: string
  operation: Operation
  knownIds: readonly string[]
}): fc.Arbitrary<Attempt> {
  const { method, operation, knownIds } = input
  const { parameters = [], requestBody } = operation
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const schema = requestBody?.content['application/json']?.schema
  const body = schema
    ? schemaValue(schema).map((value) => JSON.stringify(value) ?? '')
    : fc.constant('')
  return fc.record({
    method: fc.constant(method),
    path: fc
      .tuple(pathOf(input.path, knownIds), names.length > 0 ? queryOf(...names) : fc.constant(''))
      .map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
    headers: fc.constant<Record<string, string>>(
      schema ? { 'content-type': 'application/json' } : {},
    ),
    body,
  })
}

/** Fills the parameters of a path with known ids and hostile text. */
function pathOf(template: string, knownIds: readonly string[]): fc.Arbitrary<string> {
  const parts = template.split(/\{\w+\}/)
  const value = fc.oneof(fc.constantFrom(...knownIds), hostileText)
  return fc
    .array(value, { minLength: parts.length - 1, maxLength: parts.length - 1 })
    .map((values) =>
      parts.reduce(
        (path, part, index) =>
          path +
          (index === 0 ? '' : encodeURIComponent((values[index - 1] ?? '').toWellFormed())) +
          part,
        '',
      ),
    )
}

/** Generates values of a schema. One of eight is hostile, at any depth. */
function schemaValue(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > maxDepth) return hostileValue
  return fc.oneof(
    { weight: 7, arbitrary: fittingValue(schema, depth) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function fittingValue(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf } = schema
  const inner = (part: Schema) => schemaValue(part, depth + 1)
  if ($ref) {
    const referenced = document.components.schemas[$ref.split('/').at(-1) ?? '']
    return referenced ? schemaValue(referenced, depth + 1) : hostileValue
  }
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map(inner))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)

  switch (schema.type) {
    case 'object':
      return fc.record(mapValues(schema.properties ?? {}, inner), {
        requiredKeys: schema.required ?? [],
      })
    case 'array':
      return fc.array(schema.items ? inner(schema.items) : hostileValue, { maxLength: 4 })
    case 'string':
      return fc.oneof(fc.string({ maxLength: 12 }), hostileText)
    case 'integer':
      return fc.oneof(fc.integer(), fc.maxSafeInteger())
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return hostileValue
  }
}

function mapValues<In, Out>(record: Record<string, In>, map: (value: In) => Out) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
