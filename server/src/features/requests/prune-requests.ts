import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deleteCallsBefore, deleteCallsBelow, listKeysWithCalls } from './request-store.js'

const keptForMs = 7 * DAY_MS
/** Of each key. A busy key would otherwise fill the table in a week. */
const keptPerKey = 10_000
const batchSize = 5_000
const keysPerPage = 100

/** Deletes calls after a week, and all but the newest of each key. */
export const pruneRequests: Job = {
  name: 'prune-requests',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    const old = await inBatches(signal, () =>
      deleteCallsBefore(ctx.db, { before, limit: batchSize }),
    )
    return { old, surplus: await deleteSurplus(ctx, signal) }
  },
}

async function deleteSurplus({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<number> {
  let deleted = 0
  let after = { merchant: '', keyId: '' }
  while (!signal.aborted) {
    const keys = await listKeysWithCalls(db, { after, kept: keptPerKey, limit: keysPerPage })
    for (const { merchant, keyId, oldestKept } of keys) {
      after = { merchant, keyId }
      if (oldestKept === null) continue
      const surplus = { merchant, keyId, oldestKept, limit: batchSize }
      deleted += await inBatches(signal, () => deleteCallsBelow(db, surplus))
    }
    if (keys.length < keysPerPage) break
  }
  return deleted
}

/** Repeats a deletion until a batch is not full, and returns the number of rows. */
async function inBatches(signal: AbortSignal, remove: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await remove()
    total += count
    if (count < batchSize || signal.aborted) return total
  }
}
