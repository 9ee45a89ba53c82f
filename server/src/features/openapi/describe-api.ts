import { STATUS_CODES } from 'node:http'
import type { FastifySchema } from 'fastify'
import type { Guard } from '../../auth/guards.js'
import type { Config } from '../../platform/config/config.js'
import type { RouteRecord, RouteReference } from '../../platform/http/routes.js'
import { isOptionalBody } from '../../platform/http/schemas.js'
import { apiVersion } from '../../platform/version.js'
import { describeAccess, securitySchemes } from './describe-access.js'
import { hoistSchemas, type JsonObject, type SchemaTable } from './hoist-schemas.js'

/** Returns the OpenAPI 3.1 document of `routes`. Their schemas are already JSON Schema. */
export function describeApi(
  routes: readonly RouteRecord[],
  { baseUrl, contactEmail }: Pick<Config, 'baseUrl' | 'contactEmail'>,
): JsonObject {
  const schemas: SchemaTable = {}
  const paths: Record<string, JsonObject> = {}

  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeRoute(route, schemas),
    }
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallystick',
      version: apiVersion,
      description: 'Merchant payments: catalogue, orders, receipts, settlement and webhooks.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { url: baseUrl, ...(contactEmail ? { email: contactEmail } : {}) },
      'x-guidance': guidance,
    },
    'x-agentcash-guidance': { llmsTxtUrl: `${baseUrl}/llms.txt` },
    servers: [{ url: baseUrl }],
    security: [{ apimKey: [] }],
    paths: sortedByName(paths),
    components: {
      securitySchemes,
      schemas: sortedByName(schemas),
    },
  }
}

/** The way to buy something, for agents that read this document first. */
const guidance =
  'Find a shop at GET /api/directory/shops and its items at GET /api/directory/shops/{slug}/items. ' +
  'POST /api/x402/orders with shopSlug and items returns 402 with an itemised quote in USDC. ' +
  'Sign the payment and send the same body again. GET /llms.txt describes every step.'

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

function describeRoute({ method, path, schema, config }: RouteRecord, schemas: SchemaTable) {
  const parameters = [
    ...describeParameters('path', schema.params),
    ...describeParameters('query', schema.querystring),
    ...describeParameters('header', schema.headers),
    ...(config.idempotent ? [idempotencyKey] : []),
    ...(actsForMerchant(config.guard) ? [merchantWallet] : []),
  ]
  return {
    operationId: operationId(method, path),
    ...pick(schema, ['summary', 'description', 'tags', 'deprecated']),
    ...describeAccess(config.guard ?? [], method),
    ...config.reference?.fields,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(schema.body
      ? {
          requestBody: {
            required: !isOptionalBody(schema.body),
            content: describeContent(schema.body, schemas),
          },
        }
      : {}),
    responses: describeResponses(schema.response, schemas, config.reference),
  }
}

function actsForMerchant(guard: Guard = []): boolean {
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
    schema: property,
  }))
}

function describeResponses(
  response: unknown,
  schemas: SchemaTable,
  reference: RouteReference | undefined,
): JsonObject {
  return Object.fromEntries(
    Object.entries((response ?? {}) as Record<string, JsonObject>).map(([status, schema]) => [
      status.toUpperCase(),
      {
        description: STATUS_CODES[status] ?? (status === '4xx' ? 'Refused' : 'Failed'),
        ...describeHeaders(reference?.responseHeaders[status]),
        content: describeContent(schema, schemas),
      },
    ]),
  )
}

function describeHeaders(headers: Readonly<Record<string, string>> | undefined): JsonObject {
  if (!headers) return {}
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return { headers: Object.fromEntries(described) }
}

/** A route may take or return several types of content. */
function describeContent(given: unknown, schemas: SchemaTable): JsonObject {
  const { content } = given as { content?: Record<string, { schema: unknown }> }
  if (!content) return { 'application/json': { schema: hoistSchemas(given, schemas) } }
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      { schema: hoistSchemas(schema, schemas) },
    ]),
  )
}

/**
 * Names `GET /api/status/ping` `getStatusPing`. The page `GET /portal/{id}` becomes `getPagePortalId`, because
 * `getPortalId` is `GET /api/portal/{id}`.
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

function sortedByName<Value>(entries: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}
