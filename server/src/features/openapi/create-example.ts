import type { JsonObject, SchemaTable } from './hoist-schemas.js'

const wallet = `0x${'52908400098527886E0F7030069857D2E4169EE7'}`
const hash = `0x${'3b'.repeat(32)}`
/** Deeper objects show only their required fields, to keep examples small. */
const maxDepth = 5

/** Examples by field name, for schemas that are only a type. The first match is used. */
const texts: [RegExp, string][] = [
  [/^(txHash|transactionHash|hash|salt|nonce|root|.*Hash)$/, hash],
  [/signature$/i, `0x${'1c'.repeat(65)}`],
  [/wallet|address|owner|buyer|payer|signer|member|actor|merchant|customer|^(to|from)$/i, wallet],
  [/email/i, 'ada@example.com'],
  [/url|uri|href/i, 'https://shop.example/thanks'],
  [/cursor/i, 'eyJhIjoxfQ'],
  [/slug|handle/i, 'blue-bottle'],
  [/currency/i, 'USD'],
  [/token|symbol|asset/i, 'USDC'],
  [/status/i, 'paid'],
  [/country/i, 'US'],
  [/jurisdiction|^code$/i, 'US-CA'],
  [/^sku$/i, 'TEA-1'],
  [/name|label/i, 'Green tea'],
  [/^(day|date)$/i, '2026-01-01'],
  [/units|amount/i, '4000000'],
  [/apiKey|secret/i, 'tsk_example'],
  [/id$/i, 'tea-1001'],
]
const numbers: [RegExp, number][] = [
  [/(^at|At|time|timestamp|from|to|expires|updated|created)$/i, 1_767_225_600_000],
  [/rate$/i, 0.0825],
  [/pct$/i, 0.5],
  [/bps$/i, 9_950],
  [/chainId/i, 84_532],
  [/usd|price|total|amount|tax|fee/i, 4.5],
]

/** Returns an example for a hoisted schema. The `name` of the field suggests the value. */
export function createExample(schema: unknown, table: SchemaTable, name = '', depth = 0): unknown {
  const definition = (schema ?? {}) as JsonObject
  const { $ref, anyOf, oneOf, allOf, examples } = definition
  const createPart = (part: unknown) => createExample(part, table, name, depth + 1)
  if (Array.isArray(examples)) return examples[0]
  if ('const' in definition) return definition['const']
  if (Array.isArray(definition['enum'])) return definition['enum'][0]
  if (typeof $ref === 'string') return createPart(table[$ref.slice($ref.lastIndexOf('/') + 1)])
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(createPart))
  const alternatives = [anyOf ?? oneOf ?? []].flat() as JsonObject[]
  if (alternatives.length > 0) {
    return createPart(alternatives.find(({ type }) => type !== 'null') ?? alternatives[0])
  }
  return ofType(definition, { table, name, depth })
}

function ofType(
  schema: JsonObject,
  { table, name, depth }: { table: SchemaTable; name: string; depth: number },
): unknown {
  const [type] = [schema['type']].flat()
  switch (type) {
    case 'object':
      return ofObject(schema, table, depth)
    case 'array':
      if (depth >= maxDepth && !schema['minItems']) return []
      return [createExample(schema['items'], table, name, depth + 1)]
    case 'string':
      return textFor(schema, name)
    case 'integer':
    case 'number':
      return numberFor(schema, name)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textFor({}, name)
  }
}

function ofObject(schema: JsonObject, table: SchemaTable, depth: number): JsonObject {
  const { properties = {}, required = [] } = schema as {
    properties?: JsonObject
    required?: string[]
  }
  const shownProperties = Object.entries(properties).filter(
    ([field]) => depth < maxDepth || required.includes(field),
  )
  return Object.fromEntries(
    shownProperties.map(([field, part]) => [field, createExample(part, table, field, depth + 1)]),
  )
}

function textFor({ pattern, minLength, maxLength }: JsonObject, name: string): string {
  const matches = (text: string) =>
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)) &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Number.POSITIVE_INFINITY)
  const byName = texts.filter(([names]) => names.test(name)).map(([, text]) => text)
  const all = [
    ...byName,
    'text',
    ...texts.map(([, text]) => text),
    hash.slice(2),
    '/api/shop/config',
    'true',
  ]
  return all.find(matches) ?? 'text'
}

function numberFor({ type, minimum, maximum }: JsonObject, name: string): number {
  const number = numbers.find(([names]) => names.test(name))?.[1] ?? 1
  const bounded = Math.min(Math.max(number, Number(minimum ?? number)), Number(maximum ?? number))
  return type === 'integer' ? Math.round(bounded) : bounded
}
