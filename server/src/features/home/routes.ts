import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { pageHeaders } from '../../platform/http/security-headers.js'
import { projectRoot } from '../../platform/project-root.js'

const headers = pageHeaders([
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
])

const assets = {
  'logo.svg': 'image/svg+xml',
  'tokens.css': 'text/css; charset=utf-8',
  'parts.css': 'text/css; charset=utf-8',
  'start.css': 'text/css; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
}

/** Serves the operator's start page and the static assets, from memory. */
export const homeRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const read = (name: string) => readFileSync(join(projectRoot(), 'web', 'public', name), 'utf8')
  const page = read('start.html').replace('{{mode}}', ctx.config.mode)

  app.get(
    '/',
    {
      config: { guard: anyone() },
      schema: {
        tags: ['pages'],
        summary: 'Start page',
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
