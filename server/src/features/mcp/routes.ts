import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { anyOf, anyone, developer, siwx } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { createOrderTools } from './order-tools.js'
import { createReceiptTool } from './receipt-tool.js'
import { runTool } from './run-tool.js'
import { McpMessage } from './schemas.js'
import { serveMessage } from './serve-message.js'
import { createGetCatalogTool, createSearchShopsTool } from './shop-tools.js'

const accepted = Type.Unsafe<undefined>(Type.Null({ description: 'The notification is accepted' }))
const message = { content: { 'application/json': { schema: Type.Any() } } }

/** The tools for agents, by the Model Context Protocol. */
export const mcpRoutes: FastifyPluginAsyncTypebox<{
  ctx: Context
  access: Access
  directory: ShopDirectory
  catalogs: Catalogs
}> = async (app, { ctx, access, directory, catalogs }) => {
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
      bodyLimit: limits['mcp-bodies'].most.request,
      config: {
        outage: 'refuse', // Tools use no cookie and no session, so a page of another site can do no more here than any agent.
        guard: config.directoryPublic ? anyone({ limit: 'mcp' }) : anyOf(developer(), siwx()),
        allowsAnyOrigin: true,
        stores: 'counted',
      },
      schema: {
        tags: ['discovery'],
        summary: 'Call a tool by the Model Context Protocol (streamable HTTP)',
        description:
          'One JSON-RPC message per request, without sessions. The tools find shops, price orders and buy them. See docs/agents.md.',
        body: McpMessage,
        response: { 200: message, 202: accepted },
      },
    },
    async (request, reply) => {
      const { status, body } = await serveMessage({
        request,
        tools,
        run: (tool, call) => runTool({ access, config }, { tool, call }),
      })
      reply.header('cache-control', 'no-store')
      if (body === null) return reply.code(202).send(undefined)
      return reply
        .code(status as 200)
        .type('application/json; charset=utf-8')
        .send(body)
    },
  )
}
