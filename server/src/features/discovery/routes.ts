import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { readWhole } from '../../platform/http/read-query.js'
import { directoryGuard } from '../directory/listed-shop-route.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { paidRoutes } from '../x402/discovery/paid-routes.js'
import { createOfferSigner } from '../x402/offers/offer-signer.js'
import { didPathOf } from '../x402/offers/signing-key.js'
import { describeForAgents } from './describe-for-agents.js'
import { listResources } from './list-resources.js'
import { ResourcePage, ResourceQuery } from './schemas.js'
import { createSellableShops } from './sellable-shops.js'

const jsonDocument = { content: { 'application/json': { schema: Type.Any() } } }
const maxOffset = 1_000_000

/** The descriptions of what agents can buy and how, at the URLs where they look first. */
const discoveryRoutes: Routes<{ directory: ShopDirectory }> = async (app, { ctx, directory }) => {
  const { baseUrl } = ctx.config
  const config = { guard: anyone(), allowsAnyOrigin: true }
  const cacheHeaders = { 'cache-control': 'public, max-age=300' }

  const wellKnown = JSON.stringify({
    x402Version: 2,
    openapi: [`${baseUrl}/openapi.json`],
    version: 1,
    resources: Object.values(paidRoutes).map(({ path }) => `POST ${baseUrl}${path}`),
  })
  const listSellableShops = createSellableShops(ctx, directory)
  const didDocument = JSON.stringify(createOfferSigner(ctx.config).document)

  app.get(
    '/llms.txt',
    {
      config: { ...config, outage: 'unaffected' },
      schema: {
        summary: 'Read how an agent buys something here',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) =>
      reply
        .headers(cacheHeaders)
        .type('text/plain; charset=utf-8')
        .send(describeForAgents(ctx.config)),
  )

  app.get(
    '/.well-known/x402',
    {
      config: { ...config, outage: 'unaffected' },
      schema: {
        summary: 'List the routes that take an x402 payment',
        response: { 200: jsonDocument },
      },
    },
    async (_request, reply) =>
      reply.headers(cacheHeaders).type('application/json; charset=utf-8').send(wellKnown),
  )

  app.get(
    didPathOf(baseUrl),
    {
      config: { ...config, outage: 'unaffected' },
      schema: {
        summary: 'Get the public key of signed offers and receipts, as a DID document',
        response: { 200: jsonDocument },
      },
    },
    async (_request, reply) =>
      reply.headers(cacheHeaders).type('application/json; charset=utf-8').send(didDocument),
  )

  app.get(
    '/discovery/resources',
    {
      config: { outage: 'refuse', guard: directoryGuard(ctx.config), allowsAnyOrigin: true },
      schema: {
        summary: 'List what x402 payments can buy now: developer plans, and orders at shops',
        querystring: ResourceQuery,
        response: { 200: ResourcePage },
      },
    },
    async ({ query }) => {
      const offset = readWhole('offset', query.offset, { min: 0, max: maxOffset, fallback: 0 })
      const limit = readWhole('limit', query.limit, { min: 1, max: 100, fallback: 20 })
      const isOtherType = query.type !== undefined && !['', 'http'].includes(query.type)
      const { items, total } = isOtherType
        ? { items: [], total: 0 }
        : listResources(ctx, { shops: await listSellableShops(), limit, offset })
      return { x402Version: 2 as const, items, pagination: { limit, offset, total } }
    },
  )
}

export const discoveryFeature: Feature<{ directory: ShopDirectory }> = {
  tag: 'discovery',
  routes: [discoveryRoutes],
}
