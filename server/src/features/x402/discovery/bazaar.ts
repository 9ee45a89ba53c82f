import type { PaidRoute } from './paid-routes.js'

type BodyDescription = { example: object; schema: object }

/** Short forms of the request bodies: a challenge must fit into a header of 4 KB. */
const bodies: Record<PaidRoute, BodyDescription> = {
  orders: {
    example: { shopSlug: 'notch-and-bean', items: [{ sku: 'COFFEE-1', qty: 1 }] },
    schema: {
      type: 'object',
      properties: {
        shopSlug: { type: 'string', description: 'From GET /api/directory/shops' },
        items: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: { sku: { type: 'string' }, qty: { type: 'integer', minimum: 1 } },
            required: ['sku', 'qty'],
          },
        },
        jurisdictionCode: { type: 'string' },
      },
      required: ['shopSlug', 'items'],
    },
  },
  subscribe: {
    example: { planKey: 'pro' },
    schema: {
      type: 'object',
      properties: { planKey: { type: 'string', enum: ['starter', 'pro', 'enterprise'] } },
      required: ['planKey'],
    },
  },
}

/** Returns an example of a paid route's body. */
export function exampleBody(route: PaidRoute): object {
  return bodies[route].example
}

/** Returns the extension of a challenge that tells catalogs of paid APIs how to call a route. */
export function bazaarExtension(route: PaidRoute) {
  const { example, schema } = bodies[route]
  const bazaar = {
    info: {
      input: { type: 'http', method: 'POST', bodyType: 'json', body: example },
      output: { type: 'json', example: { ok: true } },
    },
    schema: {
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { const: 'http' },
            method: { enum: ['POST'] },
            bodyType: { enum: ['json'] },
            body: schema,
          },
          required: ['type', 'method', 'bodyType', 'body'],
        },
      },
      required: ['input'],
    },
  }
  return { bazaar }
}
