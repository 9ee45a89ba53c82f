import { STATUS_CODES } from 'node:http'
import type { FastifySchema } from 'fastify'
import type { Guard } from '../../auth/guards.js'
import type { RouteRecord, RouteReference } from '../../platform/http/routes.js'
import { isOptionalBody } from '../../platform/http/schemas.js'
import { createExample } from './create-example.js'
import { describeAccess, sayAccess } from './describe-access.js'
import { hoistSchemas, type JsonObject, type SchemaTable } from './hoist-schemas.js'
import { requestExamples } from './request-examples.js'

type OperationSchema = FastifySchema & { summary?: string; description?: string }

const merchantWallet = {
  name: 'wallet',
  in: 'query',
  required: false,
  description:
    'With a session: the merchant to act for, if you belong to several. Can be sent in the body instead. Ignored with a key.',
  schema: { type: 'string' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A retry with the same key is not executed again and returns the original response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Describes one route, with an example of its request and of its response. */
export function describeOperation(
  { method, path, schema, config }: RouteRecord,
  schemas: SchemaTable,
): JsonObject {
  const id = operationId(method, path)
  const guard = config.guard ?? []
  const { summary = '', description } = schema as OperationSchema
  const declared = [
    ...describeParameters('path', schema.params),
    ...describeParameters('query', schema.querystring),
    ...describeParameters('header', schema.headers),
    ...(config.idempotent ? [idempotencyKey] : []),
  ]
  const hasWallet = declared.some(({ name }) => name === 'wallet')
  const parameters = [
    ...declared,
    ...(actsForMerchant(guard) && !hasWallet ? [merchantWallet] : []),
  ]
  return {
    operationId: id,
    summary,
    description: `${description ?? `${summary}.`} ${sayAccess(guard)}`,
    ...pick(schema, ['tags']),
    ...(config.deprecated ? { deprecated: true } : {}),
    ...describeAccess(guard, method),
    ...config.reference?.fields,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(schema.body
      ? {
          requestBody: {
            required: !isOptionalBody(schema.body),
            content: describeContent(schema.body, { schemas, example: requestExamples[id] }),
          },
        }
      : {}),
    responses: describeResponses(schema.response, schemas, config.reference),
  }
}

function actsForMerchant(guard: Guard): boolean {
  return guard.some((admission) => admission.kind === 'session' && admission.may !== null)
}

function describeParameters(place: string, schema: unknown): JsonObject[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, JsonObject>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...pick(property, ['description']),
    // Query values are text, but clients know them as what the text contains.
    schema: property['contentSchema'] ?? property,
    ...(place === 'path' ? { example: createExample(property, {}, name) } : {}),
  }))
}

function describeResponses(
  response: unknown,
  schemas: SchemaTable,
  reference: RouteReference | undefined,
): JsonObject {
  const all = Object.entries((response ?? {}) as Record<string, JsonObject>)
  const described = all.map(([status, schema]) => [
    status.toUpperCase(),
    {
      description: STATUS_CODES[status] ?? (status === '4xx' ? 'Refused' : 'Failed'),
      ...(isOneStatus(status)
        ? { headers: { ...commonHeaders, ...describeHeaders(reference?.responseHeaders[status]) } }
        : {}),
      content: describeContent(schema, { schemas, hasExample: isOneStatus(status) }),
    },
  ])
  const hasSuccess = all.some(([status]) => /^[23]/.test(status))
  return {
    ...Object.fromEntries(described),
    // Linters require a successful response even for a removed operation.
    ...(hasSuccess ? {} : { '204': { description: 'No longer returned' } }),
  }
}

/** Errors share their shape, and are listed by class: 4xx. */
function isOneStatus(status: string): boolean {
  return !status.endsWith('xx')
}

const commonHeaders = {
  'X-Api-Version': { $ref: '#/components/headers/X-Api-Version' },
  'X-Ignored-Fields': { $ref: '#/components/headers/X-Ignored-Fields' },
}

function describeHeaders(headers: Readonly<Record<string, string>> | undefined): JsonObject {
  const described = Object.entries(headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return Object.fromEntries(described)
}

/** A route may take or return several types of content. */
function describeContent(
  body: unknown,
  input: { schemas: SchemaTable; example?: JsonObject | undefined; hasExample?: boolean },
): JsonObject {
  const { schemas, example, hasExample = true } = input
  const { content } = body as { content?: Record<string, { schema: unknown }> }
  const types = content ?? { 'application/json': { schema: body } }
  return Object.fromEntries(
    Object.entries(types).map(([type, { schema }]) => {
      const hoisted = hoistSchemas(schema, schemas)
      const isJson = type === 'application/json'
      if (!hasExample) return [type, { schema: hoisted }]
      const shownExample = (isJson ? example : undefined) ?? createExample(hoisted, schemas)
      return [type, { schema: hoisted, example: shownExample }]
    }),
  )
}

/**
 * Names `GET /api/status/ping` `getStatusPing`. The page `GET /portal/{id}` becomes
 * `getPagePortalId`, because `getPortalId` is `GET /api/portal/{id}`.
 */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replace(/^\/portal\//, 'page/portal/')
    .match(/[A-Za-z0-9]+/g) ?? ['start']
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  return method.toLowerCase() + name
}

function pick(source: FastifySchema | JsonObject, names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)))
}
