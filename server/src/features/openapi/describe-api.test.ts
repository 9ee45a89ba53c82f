import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { webhookKinds } from '../webhooks/webhook-kind.js'
import type { JsonObject } from './hoist-schemas.js'

type Parameter = { in: string; name: string; schema: JsonObject; example?: unknown }
type Content = Record<string, { example?: unknown }>
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = {
  info: { contact: object }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { securitySchemes: object; schemas: Record<string, JsonObject> }
}

const document: Document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
)
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('describeApi', () => {
  test('default: examples of parameters match their patterns', () => {
    for (const { operationId, parameters = [] } of operations) {
      for (const { name, schema, example } of parameters) {
        if (example === undefined) continue
        const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : ''
        expect(String(example), `${operationId} ${name}`).toMatch(new RegExp(pattern, 'u'))
      }
    }
  })

  test('default: every operation has a description, a declared tag and examples', () => {
    const declared = document.tags.map(({ name }) => name)
    for (const { operationId, description, tags, requestBody, responses } of operations) {
      expect(description, operationId).toMatch(/\.$/)
      expect(declared, operationId).toContain(tags[0])
      const contents = [requestBody, ...Object.values(responses)].map((part) => part?.content ?? {})
      const shown = contents.flatMap((content) => Object.values(content))
      const hasExample = shown.some((media) => 'example' in media)
      // A redirect has no content.
      expect(hasExample || '303' in responses, operationId).toBe(true)
      const bodies = Object.values(requestBody?.content ?? {})
      expect(
        bodies.every((media) => 'example' in media),
        operationId,
      ).toBe(true)
    }
    expect(document.info.contact).toHaveProperty('name')
    expect(Object.keys(document.components.securitySchemes)[0]).toBe('apiKey')
  })

  test('behavior: numbers and booleans in queries have their type', () => {
    const typeOf = (path: string, method: string, name: string) =>
      document.paths[path]?.[method]?.parameters?.find((parameter) => parameter.name === name)
        ?.schema
    expect(typeOf('/api/receipts', 'get', 'limit')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 100,
    })
    expect(typeOf('/api/inventory', 'get', 'priceMin')).toMatchObject({ type: 'number' })
    expect(typeOf('/api/inventory/import', 'post', 'dryRun')).toMatchObject({ type: 'boolean' })

    const numeric = /^(limit|offset|page|days|windowDays)$|Min$|Max$|^(min|max)Usd$/
    const untyped = operations
      .flatMap(({ parameters = [] }) => parameters)
      .filter((parameter) => parameter.in === 'query' && numeric.test(parameter.name))
      .filter(({ schema }) => schema['type'] === 'string')
    expect(untyped).toEqual([])
  })

  test('behavior: enums that are used twice are components', () => {
    const counts = new Map<string, number>()
    const count = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return
      const { enum: values } = value as { enum?: unknown }
      if (Array.isArray(values)) {
        const key = values.join(' ')
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      for (const part of Object.values(value)) count(part)
    }
    count(document.paths)
    count(document.components.schemas)
    expect([...counts].filter(([, times]) => times > 1)).toEqual([])
  })

  test('behavior: describes every webhook', () => {
    expect(Object.keys(document.webhooks)).toEqual(webhookKinds)
    const example = document.webhooks['receipt.paid']?.post.requestBody?.content
    expect(example?.['application/json']?.example).toMatchObject({ event: 'receipt.paid' })
  })
})
