import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../../auth/access.js'
import { authorOf, merchantOf, principalOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import { streamWhileAdmitted } from '../../../auth/stream-while-admitted.js'
import type { Routes } from '../../../platform/feature.js'
import { newIdFor } from '../../../platform/http/idempotency/claim-request.js'
import { text } from '../../../platform/http/schemas.js'
import { countJobStart } from '../../jobs/count-job-start.js'
import { describeJob } from '../../jobs/describe-job.js'
import { packFile } from '../../jobs/job-file.js'
import { JobResponse } from '../../jobs/schemas.js'
import { startJob } from '../../jobs/start-job.js'
import { createImportAdmission } from './admit-imports.js'
import { describeImport } from './describe-import.js'
import { exportItems } from './export-items.js'
import { importItems } from './import-items.js'
import { readRows } from './read-rows.js'
import { decodeText, receiveFile } from './receive-file.js'
import { ImportBody, ImportedItems, ImportQuery } from './schemas.js'

/** A short row of a file becomes an item with several indexes. */
const kilobytesPerRow = 0.5

const lineBreak = 0x0a

/** Streamed text. */
const streamed = Type.Unsafe<Readable>(Type.String())

const csvFile = text('The file, in UTF-8')

export const inventoryCsvRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const mayRead = anyOf(developer({ scope: 'inventory:read' }), session({ may: 'inventory:read' }))
  const mayWrite = anyOf(
    developer({ scope: 'inventory:write' }),
    session({ may: 'inventory:write' }),
  )

  const imports = createImportAdmission(app, ctx)
  // Only for the routes of this plugin. The body becomes the file's digest, by which a repeated
  // request is recognized.
  app.addContentTypeParser(
    'text/csv',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { digest, bytes } = await receiveFile(payload, imports.openUpload(request))
      request.streamedBytes = bytes
      return digest
    },
  )

  app.post(
    '/api/inventory/import',
    {
      preParsing: imports.takeSlot,
      config: { outage: 'refuse', guard: mayWrite, idempotent: {} },
      schema: {
        summary: 'Import items from a CSV file',
        description:
          'Imports all rows or none. A dry run returns the changes and problems without importing. Send the file as text/csv, up to 16 MiB, or as text in JSON, up to 256 KiB. A merchant can run one import at a time.',
        querystring: ImportQuery,
        body: {
          content: {
            'application/json': { schema: ImportBody },
            'text/csv': { schema: csvFile },
          },
        },
        response: { 200: ImportedItems },
      },
    },
    async (request) => {
      const by = authorOf(request)
      const { csv = '', dryRun = request.query.dryRun === 'true' } = readBody(request)
      const takeRows = async (rows: number) => {
        const error = await access.storage.take(request, rows * kilobytesPerRow)
        if (error) throw error
      }
      const work = async () => {
        const { importFile } = request
        const parts = importFile ? decodeText(importFile.takeParts()) : [csv]
        const file = await readRows(parts, ctx.config)
        return importItems(ctx, { by, file, dryRun, takeRows })
      }
      const plan = await imports.run(request, { merchant: by.merchant, work })
      return { ok: true as const, dryRun, ...describeImport(plan) }
    },
  )

  app.post(
    '/api/jobs/import',
    {
      preParsing: imports.takeSlot,
      config: { outage: 'refuse', guard: session({ may: 'inventory:write' }), idempotent: {} },
      schema: {
        tags: ['jobs'],
        summary: 'Import items from a CSV file in the background',
        description:
          'Imports all rows or none, like POST /api/inventory/import. A merchant can have one such job at a time.',
        body: { content: { 'text/csv': { schema: csvFile } } },
        response: { 202: JobResponse },
      },
    },
    async (request, reply) => {
      const by = principalOf(request)
      await countJobStart(ctx, { access, request })
      const lines = { count: 0 }
      const file = await packFile(countLines(request.importFile?.takeParts() ?? [], lines))
      const error = await access.storage.take(request, lines.count * kilobytesPerRow)
      if (error) throw error
      const id = newIdFor(ctx, { request, prefix: 'job' })
      const job = await startJob(ctx, { by, id, kind: 'import', input: {}, file })
      return reply.code(202).send({ ok: true as const, ...describeJob(ctx, job) })
    },
  )

  app.get(
    '/api/inventory/export',
    {
      config: { outage: 'refuse', guard: mayRead },
      schema: {
        summary: 'Export all items as a CSV file',
        response: { 200: { content: { 'text/csv': { schema: streamed } } } },
      },
    },
    async (request, reply) => {
      const chunks = exportItems(ctx, merchantOf(request))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="inventory.csv"')
        .send(streamWhileAdmitted(request, { may: 'inventory:read', chunks }))
    },
  )
}

/** Passes the blocks of a file on, and counts its lines: at least as many as it has rows. */
function* countLines(blocks: Iterable<Buffer>, lines: { count: number }): Generator<Buffer> {
  for (const block of blocks) {
    for (let at = block.indexOf(lineBreak); at >= 0; at = block.indexOf(lineBreak, at + 1)) {
      lines.count += 1
    }
    yield block
  }
}

/** Returns the JSON body. A CSV file has no fields besides its rows. */
function readBody({ body, importFile }: FastifyRequest): Partial<ImportBody> {
  return importFile ? {} : (body as ImportBody)
}
