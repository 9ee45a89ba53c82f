import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { anyOf, anyone, developer, siwx } from '../../auth/guards.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { AnyFields, namedObject } from '../../platform/http/schemas.js'
import { limits } from '../../platform/limits/limits.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { createOrderTools } from './order-tools.js'
import { createReceiptTool } from './receipt-tool.js'
import { serveMessage } from './serve-message.js'
import { createGetCatalogTool, createSearchShopsTool } from './shop-tools.js'

type McpParts = { access: Access; directory: ShopDirectory; catalogs: Catalogs }

const maxNameLength = 128

/** One message of JSON-RPC. A batch is not one, because its calls would count as a single call. */
const McpMessage = namedObject(
  'McpMessage',
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(
      Type.Union([
        Type.String({ maxLength: maxNameLength }),
        Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
      ]),
    ),
    method: Type.Optional(
      Type.String({ maxLength: maxNameLength, description: 'Such as tools/call' }),
    ),
    params: Type.Optional(AnyFields),
  },
  { additionalProperties: true },
)

const accepted = Type.Unsafe<undefined>(Type.Null({ description: 'The notification is accepted' }))
const message = { content: { 'application/json': { schema: Type.Any() } } }

/** The tools for agents, by the Model Context Protocol. */
const mcpRoutes: Routes<McpParts> = async (app, { ctx, access, directory, catalogs }) => {
  const { config } = ctx
  const tools = [
    createSearchShopsTool(directory),
    createGetCatalogTool(ctx, { directory, catalogs }),
    ...createOrderTools(ctx, { access, directory }),
    createReceiptTool(ctx),
  ]

  app.post(
    '/mcp',
    {
      bodyLimit: limits['mcp-bodies'].max.request,
      config: {
        outage: 'refuse',
        // Tools use no session, so a page of another site can do no more here than any agent.
        guard: config.directoryPublic ? anyone({ limit: 'mcp' }) : anyOf(developer(), siwx()),
        allowsAnyOrigin: true,
        stores: 'counted',
      },
      schema: {
        summary: 'Call a tool by the Model Context Protocol (streamable HTTP)',
        description:
          'One JSON-RPC message per request, without sessions. The tools find shops, price orders and buy them. See docs/agents.md.',
        body: McpMessage,
        response: { 200: message, 202: accepted },
      },
    },
    async (request, reply) => {
      const { status, body } = await serveMessage({ access, config }, { request, tools })
      reply.header('cache-control', 'no-store')
      if (body === null) return reply.code(202).send(undefined)
      return reply
        .code(status as 200)
        .type('application/json; charset=utf-8')
        .send(body)
    },
  )
}

export const mcpFeature: Feature<McpParts> = { tag: 'discovery', routes: [mcpRoutes] }
