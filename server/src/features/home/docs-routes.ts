import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import { projectRoot } from '../../platform/project-root.js'

const markdown = Type.Unsafe<Buffer>(Type.String())

/** Serves the documentation of this version as plain text, which every browser shows. */
export const docsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const folder = join(projectRoot(), 'docs')
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

  app.get(
    '/docs/:page',
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        tags: ['pages'],
        summary: 'Page of the documentation, as Markdown',
        params: Type.Object({ page: Type.String({ description: 'For example receipts.md' }) }),
        response: { 200: { content: { 'text/plain': { schema: markdown } } } },
      },
    },
    async (request, reply) => {
      // Only names from the list, so that no path leads out of the folder.
      const name = names.find((candidate) => candidate === request.params.page)
      if (!name) throw new AppError('not_found', 'There is no such page in the documentation.')
      return reply.type('text/plain; charset=utf-8').send(await readFile(join(folder, name)))
    },
  )
}
