import type { FastifyPluginAsync } from 'fastify'
import type { Access } from '../../auth/access.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { servePage } from '../pages/serve-page.js'
import { graphqlRoutes } from './routes.js'
import { schemaText } from './schema-text.js'

/** Serves a page to try queries, in a sandbox only. */
const graphqlPageRoutes: FastifyPluginAsync<{ ctx: Context }> = async (app, { ctx }) => {
  if (!ctx.sandbox) return
  servePage(app, ctx, {
    path: '/sandbox/graphql',
    summary: 'GraphQL query page, in a sandbox only',
    name: 'graphql',
    async render() {
      const { renderGraphqlPage } = await import('@tallystick/web/graphql')
      return renderGraphqlPage({ schema: schemaText })
    },
  })
}

export const graphqlFeature: Feature<{ access: Access }> = {
  routes: [graphqlRoutes, graphqlPageRoutes],
}
