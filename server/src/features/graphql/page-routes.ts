import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../../platform/context.js'
import { fillTemplate } from '../pages/fill-template.js'
import { readPublicFile, serveAssets, servePage } from '../pages/serve-files.js'
import { schemaText } from './schema-text.js'

/** Serves a page to try queries, in a sandbox only. */
export const graphqlPageRoutes: FastifyPluginAsync<{ ctx: Context }> = async (app, { ctx }) => {
  if (!ctx.sandbox) return
  const page = fillTemplate(readPublicFile('graphql.html'), { texts: { schema: schemaText } })
  servePage(app, {
    path: '/sandbox/graphql',
    summary: 'GraphQL query page, in a sandbox only',
    render: () => page,
  })
  serveAssets(app, ['graphql.css', 'graphql.js'])
}
