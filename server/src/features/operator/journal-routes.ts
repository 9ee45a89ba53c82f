import { operatorOf } from '../../auth/caller.js'
import { operator } from '../../auth/guards.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Routes } from '../../platform/feature.js'
import { readWhole } from '../../platform/http/read-query.js'
import { listQuarantined, retryQuarantined } from '../../platform/journal/quarantine.js'
import type { AnyKind } from '../../platform/journal/replay-segment.js'
import { recordChange } from '../audit/record-change.js'
import { readCursor, writeCursor } from './position.js'
import { QuarantinePage, QuarantineQuery, RetriedRecord, RetryRecordBody } from './schemas.js'

const recordId = /^[\w/@]{1,100}$/

/** Records of the journal that could not be moved to the database. */
export const journalRoutes: Routes<{ journalKinds: readonly AnyKind[] }> = async (
  app,
  { ctx, journalKinds },
) => {
  const config = { guard: operator() }

  app.get(
    '/api/admin/journal/quarantine',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'List the quarantined records of the journal, newest first',
        description:
          'Requests that were accepted while the database was unavailable, and conflict with it or are damaged. See docs/degraded-mode.md.',
        querystring: QuarantineQuery,
        response: { 200: QuarantinePage },
      },
    },
    async ({ query }) => {
      const { records, next } = await listQuarantined(ctx, {
        before: readCursor(query.cursor, recordId),
        limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
      })
      return {
        ok: true as const,
        records: records.map(({ id, kind, merchant, reason, acceptedAt, quarantinedAt }) => ({
          id,
          kind,
          wallet: merchant && checksumAddress(merchant),
          reason,
          acceptedAt,
          quarantinedAt,
        })),
        nextCursor: next && writeCursor(next),
      }
    },
  )

  app.post(
    '/api/admin/journal/quarantine/retry',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Replay a quarantined record of the journal',
        description: 'Fails with `conflict` while the reason persists.',
        body: RetryRecordBody,
        response: { 200: RetriedRecord },
      },
    },
    async (request) => {
      const { id } = request.body
      await retryQuarantined(ctx, {
        id,
        kinds: journalKinds,
        async onRetry(inTx, { merchant }) {
          if (!merchant) return
          const by = operatorOf(request, merchant)
          const change = { action: 'journal.retried', target: id, before: null, after: null }
          await recordChange(inTx, { by, ...change })
        },
      })
      return { ok: true as const, id }
    },
  )
}
