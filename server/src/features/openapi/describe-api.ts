import type { TObject } from 'typebox'
import type { Config } from '../../platform/config/config.js'
import type { RouteRecord } from '../../platform/http/routes.js'
import { apiVersion } from '../../platform/version.js'
import { createExample } from './create-example.js'
import { securitySchemes } from './describe-access.js'
import { describeOperation } from './describe-operation.js'
import { hoistSchemas, type JsonObject, type SchemaTable } from './hoist-schemas.js'

/** The data of every event that a webhook can receive, by its kind. */
export type WebhookEvents = Readonly<Record<string, TObject>>

/** Returns the OpenAPI 3.1 document of `routes` and webhook `events`. */
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

/** The groups of operations, in the order of the reference. */
const tags = [
  { name: 'orders', description: 'Price and place orders of catalog items.' },
  { name: 'receipts', description: 'Create, find, refund and follow receipts.' },
  { name: 'customers', description: 'Buyers with their receipts, consent and notes.' },
  { name: 'inventory', description: 'The items that a merchant sells.' },
  { name: 'media', description: 'Pictures of items, shops and people.' },
  { name: 'shop', description: 'Configuration of shops and of the site.' },
  { name: 'pricing', description: 'Fees, currencies, plans and exchange rates.' },
  { name: 'tax', description: 'Tax jurisdictions and their rates.' },
  { name: 'split', description: 'Contracts that divide payouts between recipients.' },
  { name: 'payouts', description: 'Money on its way to the recipients, and what they got.' },
  { name: 'webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  { name: 'events', description: 'The same events as a feed and as a stream.' },
  { name: 'reports', description: 'Sales, taxes, items and payouts of a period.' },
  { name: 'ledger', description: 'The double-entry books of a merchant.' },
  { name: 'reserve', description: 'Balances, and how much to keep in reserve.' },
  { name: 'subscriptions', description: 'Recurring charges: plans, customers and payouts.' },
  { name: 'billing', description: "The merchant's own plan and balance." },
  { name: 'directory', description: 'Public shops, their items and orders without a key.' },
  { name: 'portal', description: 'The API behind the payment page.' },
  { name: 'onramp', description: 'Reports of the provider of card payments.' },
  { name: 'x402', description: 'Calls that are paid over HTTP.' },
  { name: 'users', description: 'Public profiles of wallets.' },
  { name: 'graphql', description: 'Users as a GraphQL API.' },
  { name: 'sessions', description: 'Sign in with a wallet or a passkey, and create a merchant.' },
  { name: 'passkeys', description: 'Passkeys of the signed-in person.' },
  { name: 'keys', description: 'Developer keys of a merchant.' },
  { name: 'members', description: 'People who act for a merchant, and their roles.' },
  {
    name: 'registers',
    description: 'Points of sale: registers, cashiers with a PIN, and paired devices.',
  },
  { name: 'jobs', description: 'Long work in the background: progress, cancel, results.' },
  { name: 'notifications', description: 'What needs the attention of staff.' },
  { name: 'views', description: 'Saved views of screens, personal or shared with the team.' },
  { name: 'owner', description: 'Transfer and recovery of ownership.' },
  { name: 'audit', description: 'Every change, and its author.' },
  { name: 'requests', description: 'Calls made with developer keys.' },
  { name: 'privacy', description: 'Export and erasure of the data of a buyer.' },
  { name: 'chain', description: 'The chain, and transactions of the service.' },
  { name: 'operator', description: 'For operators of the deployment.' },
  { name: 'sandbox', description: 'Test payments and time, in sandbox mode only.' },
  { name: 'health', description: 'The condition of the service.' },
  { name: 'discovery', description: 'Documents and tools for agents.' },
  { name: 'reference', description: 'This document.' },
  { name: 'pages', description: 'Pages and their assets, for browsers.' },
] as const

/** Describes the requests that the service sends to webhooks, one per kind of event. */
function describeWebhooks(events: WebhookEvents, schemas: SchemaTable): JsonObject {
  return Object.fromEntries(
    Object.entries(events).map(([kind, data]) => [
      kind,
      { post: describeDelivery(kind, data, schemas) },
    ]),
  )
}

function describeDelivery(kind: string, data: TObject, schemas: SchemaTable): JsonObject {
  const name = toName(kind)
  const body = {
    title: `${name}Event`,
    type: 'object',
    required: ['event', ...(data.required ?? [])],
    properties: { event: { type: 'string', const: kind }, ...data.properties },
  }
  const schema = hoistSchemas(body, schemas)
  return {
    operationId: `on${name}`,
    summary: `Receive ${kind}`,
    description:
      'Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.',
    tags: ['webhooks'],
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: createExample(schema, schemas) } },
    },
    responses: { '2XX': { description: 'Received. Any other status is retried.' } },
  }
}

/** Names `receipt.status_updated` `ReceiptStatusUpdated`. */
function toName(kind: string): string {
  return kind
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
