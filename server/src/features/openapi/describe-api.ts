import type { Config } from '../../platform/config/config.js'
import type { RouteRecord } from '../../platform/http/routes.js'
import { apiVersion } from '../../platform/version.js'
import { securitySchemes } from './describe-access.js'
import { describeOperation } from './describe-operation.js'
import { describeWebhooks, type WebhookEvents } from './describe-webhooks.js'
import type { JsonObject, SchemaTable } from './hoist-schemas.js'
import { tags } from './tags.js'

/** Returns the OpenAPI 3.1 document of `routes` and webhook `events`. Their schemas are already JSON Schema. */
export function describeApi(
  { routes, events = {} }: { routes: readonly RouteRecord[]; events?: WebhookEvents },
  { baseUrl, contactEmail }: Pick<Config, 'baseUrl' | 'contactEmail'>,
): JsonObject {
  const schemas: SchemaTable = {}
  const paths: Record<string, JsonObject> = {}

  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, schemas),
    }
  }
  const webhooks = describeWebhooks(events, schemas)

  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallystick',
      version: apiVersion,
      description:
        'Merchant payments: catalog, orders, receipts, settlement and webhooks. Fields and routes may be added at any time. Every response names the version in `X-Api-Version`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: {
        name: 'The operator of this deployment',
        url: baseUrl,
        ...(contactEmail ? { email: contactEmail } : {}),
      },
      'x-guidance': guidance,
    },
    'x-agentcash-guidance': { llmsTxtUrl: `${baseUrl}/llms.txt` },
    servers: [{ url: baseUrl, description: 'This deployment' }],
    security: [{ apiKey: [] }, { apimKey: [] }],
    tags,
    paths: sortedByName(paths),
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: {
      securitySchemes,
      headers,
      schemas: sortedByName(schemas),
    },
  }
}

/** The way to buy something, for agents that read this document first. */
const guidance =
  'Find a shop at GET /api/directory/shops and its items at GET /api/directory/shops/{slug}/items. ' +
  'POST /api/x402/orders with shopSlug and items returns 402 with an itemized quote in USDC. ' +
  'Sign the payment and send the same body again. GET /llms.txt describes every step.'

const text = { type: 'string' }
const headers = {
  'X-Api-Version': { description: 'Version of the API', schema: text },
  'X-Ignored-Fields': {
    description: 'Fields of the request that the operation does not know, separated by commas',
    schema: text,
  },
}

function sortedByName<Value>(entries: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}
