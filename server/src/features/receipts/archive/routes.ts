import { Type } from 'typebox'
import { authorOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import type { Routes } from '../../../platform/feature.js'
import { boolean, integer, namedObject, okResponse, text } from '../../../platform/http/schemas.js'
import { archiveReceipts } from './archive-receipts.js'

const ArchiveBody = namedObject('ArchiveBody', {
  ids: Type.Array(text('The id of a receipt'), { minItems: 1, maxItems: 500 }),
  archived: boolean('true archives the receipts, false brings them back into lists'),
})

const ArchiveResponse = okResponse('ArchiveResponse', {
  archived: boolean('As sent'),
  changed: integer('The number of receipts that changed'),
})

export const archiveRoutes: Routes = async (app, { ctx }) => {
  app.post(
    '/api/receipts/archive',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer({ scope: 'receipts:write' }), session({ may: 'receipts:archive' })),
      },
      schema: {
        summary: 'Archive receipts, or bring them back into lists',
        description:
          'Changes all receipts or, if an id is unknown, none of them. Reports and figures count archived receipts. A payment, refund or change of status about money brings a receipt back.',
        body: ArchiveBody,
        response: { 200: ArchiveResponse },
      },
    },
    async (request) => {
      const { ids, archived } = request.body
      const changed = await archiveReceipts(ctx, {
        by: authorOf(request),
        ids,
        isArchived: archived,
      })
      return { ok: true as const, archived, changed }
    },
  )
}
