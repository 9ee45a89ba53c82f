import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deleteCallsBefore, deleteCallsBelow, listKeysWithCalls } from './request-store.js'

const keptForMs = 7 * DAY_MS
/** A busy key would otherwise fill the table in a week. */
const keptPerKey = 10_000
const batchSize = 5_000
const keysPerPage = 100

/** Deletes calls after a week, and all but the newest of each key. */
export const pruneRequests: Job = {
  name: 'prune-requests',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    const old = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => deleteCallsBefore(ctx.db, { before, limit }),
    })
    return { old, surplus: await deleteSurplus(ctx, signal) }
  },
}

async function deleteSurplus({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<number> {
  let deleted = 0
  let after = { merchant: '', keyId: '' }
  while (!signal.aborted) {
    const keys = await listKeysWithCalls(db, { after, maxKept: keptPerKey, limit: keysPerPage })
    for (const { merchant, keyId, oldestKept } of keys) {
      after = { merchant, keyId }
      if (oldestKept === null) continue
      deleted += await repeatWhileFull(signal, {
        batchSize,
        work: (limit) => deleteCallsBelow(db, { merchant, keyId, oldestKept, limit }),
      })
    }
    if (keys.length < keysPerPage) break
  }
  return deleted
}
