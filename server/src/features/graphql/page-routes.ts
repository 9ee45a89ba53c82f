import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { pageHeaders } from '../../platform/http/security-headers.js'
import { projectRoot } from '../../platform/project-root.js'
import { schemaText } from './schema-text.js'

const headers = pageHeaders([
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
])

const assets = {
  'graphql.css': 'text/css; charset=utf-8',
  'graphql.js': 'text/javascript; charset=utf-8',
}

/** Serves a page to try queries, in a sandbox only. */
export const graphqlPageRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
  if (!ctx.sandbox) return
  const read = (name: string) => readFileSync(join(projectRoot(), 'web', 'public', name), 'utf8')
  // A function, because a string could contain patterns such as $&.
  const page = read('graphql.html').replace('{{schema}}', () => escapeText(schemaText))

  app.get(
    '/sandbox/graphql',
    {
      config: { guard: anyone() },
      schema: {
        tags: ['pages'],
        summary: 'GraphQL query page, in a sandbox only',
        response: { 200: { content: { 'text/html': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page),
  )

  for (const [name, type] of Object.entries(assets)) {
    const content = read(name)
    app.get(
      `/assets/${name}`,
      {
        config: { guard: anyone() },
        schema: {
          tags: ['pages'],
          summary: `Asset ${name}`,
          response: {
            200: { content: { [type.split(';')[0] ?? type]: { schema: Type.String() } } },
          },
        },
      },
      async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=300').type(type).send(content),
    )
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
