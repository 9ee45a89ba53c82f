import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Access } from '../../../auth/access.js'
import { authorOf, merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { describeImport } from './describe-import.js'
import { exportItems } from './export-items.js'
import { importItems } from './import-items.js'
import { ImportBody, ImportedItems } from './schemas.js'

/** Twenty thousand items with a few sentences each. */
const maxBodyBytes = 8_388_608

/** A short row of a file becomes an item with several indexes. */
const kilobytesPerRow = 0.5

/** Streamed text. */
const file = Type.Unsafe<Readable>(Type.String())

export const inventoryCsvRoutes: FastifyPluginAsyncTypebox<{
  ctx: Context
  access: Access
}> = async (app, { ctx, access }) => {
  const mayRead = anyOf(developer({ scope: 'inventory:read' }), session({ may: 'inventory:read' }))
  const mayWrite = anyOf(
    developer({ scope: 'inventory:write' }),
    session({ may: 'inventory:write' }),
  )

  app.post(
    '/api/inventory/import',
    {
      bodyLimit: maxBodyBytes,
      config: { guard: mayWrite, idempotent: {} },
      schema: {
        tags: ['inventory'],
        summary: 'Import items from a CSV file',
        description:
          'Imports all rows or none. A dry run returns the changes and problems without importing.',
        body: ImportBody,
        response: { 200: ImportedItems },
      },
    },
    async (request) => {
      const { csv, dryRun = false } = request.body
      const takeRows = async (rows: number) => {
        const error = await access.storage.take(request, rows * kilobytesPerRow)
        if (error) throw error
      }
      const plan = await importItems(ctx, { by: authorOf(request), csv, dryRun, takeRows })
      return { ok: true as const, dryRun, ...describeImport(plan) }
    },
  )

  app.get(
    '/api/inventory/export',
    {
      config: { guard: mayRead },
      schema: {
        tags: ['inventory'],
        summary: 'Export all items as a CSV file',
        response: { 200: { content: { 'text/csv': { schema: file } } } },
      },
    },
    async (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="inventory.csv"')
        .send(Readable.from(exportItems(ctx, merchantOf(request)))),
  )
}
