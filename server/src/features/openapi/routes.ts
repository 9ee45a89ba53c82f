import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Feature, Routes } from '../../platform/feature.js'
import {
  type CompressedText,
  compressOnce,
  entityTagOf,
  hasTag,
  sendCompressed,
} from '../../platform/http/compress.js'
import type { RouteRecord } from '../../platform/http/routes.js'
import { describeApi, type WebhookEvents } from './describe-api.js'

type OpenapiParts = { routes: readonly RouteRecord[]; webhookEvents: WebhookEvents }

const unchanged = Type.Unsafe<undefined>(Type.Null({ description: 'The document has not changed' }))

/** Serves the API reference of `routes`, generated once the service listens. */
const openapiRoutes: Routes<OpenapiParts> = async (app, { ctx, routes, webhookEvents }) => {
  // Anyone may request it, so a request must not cost any encoding.
  let document: { tag: string; text: CompressedText } | null = null
  const getDocument = () => {
    if (document) return document
    const json = JSON.stringify(describeApi({ routes, events: webhookEvents }, ctx.config))
    document = { tag: entityTagOf(json), text: compressOnce(Buffer.from(json)) }
    return document
  }
  // Not before, because it takes a third of the time of a start.
  app.addHook('onListen', async () => {
    getDocument()
  })

  app.get(
    '/openapi.json',
    {
      config: { outage: 'unaffected', guard: anyone(), allowsAnyOrigin: true },
      schema: {
        summary: 'Get this API reference as OpenAPI 3.1',
        response: {
          200: { content: { 'application/json': { schema: Type.Any() } } },
          304: unchanged,
        },
      },
    },
    async (request, reply) => {
      const { tag, text } = getDocument()
      reply.headers({ 'cache-control': 'no-cache', etag: `W/${tag}`, vary: 'accept-encoding' })
      if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send(undefined)
      reply.type('application/json; charset=utf-8')
      return sendCompressed(request, reply, text)
    },
  )
}

export const openapiFeature: Feature<OpenapiParts> = { tag: 'reference', routes: [openapiRoutes] }
