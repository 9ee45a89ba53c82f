import { DAY_MS, MINUTE_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import {
  collectUnused,
  deleteFiles,
  listForgotten,
  listUnused,
  markUnused,
  touchPictures,
} from './store.js'
import { fileSizes } from './store-picture.js'

/** Returns those of these pictures that a feature refers to. */
type FindUsedPictures = (ctx: TxContext, hashes: readonly string[]) => Promise<string[]>

const keptMs = 30 * DAY_MS
const everyMs = 20 * MINUTE_MS
/** Longer than any request that refers to a picture, and shorter than the time between two runs. */
const markedMs = 15 * MINUTE_MS
const batchSize = 500

/**
 * Creates the job that deletes pictures to which nothing has referred for 30 days. Every picture is
 * examined once in 30 days. Those in use are then kept for another 30. The others are marked, and
 * deleted by a later run if they are still not in use: a request that had begun to refer to one of
 * them is then finished, and seen.
 */
export function createCollectPictures(finders: readonly FindUsedPictures[]): Job {
  return {
    name: 'collect-pictures',
    everyMs,
    async run(ctx, signal) {
      let collected = 0
      await repeatWhileFull(signal, {
        batchSize,
        async work(limit) {
          const markedBy = unixMs(ctx.now() - markedMs)
          const hashes = await listUnused(ctx.db, { markedBy, limit })
          const unused = await keepUsed(ctx, { hashes, finders })
          collected += await collect(ctx, { hashes: unused, markedBy })
          return hashes.length
        },
      })
      const examined = await repeatWhileFull(signal, {
        batchSize,
        async work(limit) {
          const usedBefore = unixMs(ctx.now() - keptMs)
          const hashes = await listForgotten(ctx.db, { usedBefore, limit })
          const unused = await keepUsed(ctx, { hashes, finders })
          await markUnused(ctx.db, { hashes: unused, usedBefore, now: ctx.now() })
          return hashes.length
        },
      })
      return { examined, collected }
    },
  }
}

/** Records that the pictures to which a feature refers are used, and returns the others. */
async function keepUsed(
  ctx: Context,
  { hashes, finders }: { hashes: readonly string[]; finders: readonly FindUsedPictures[] },
): Promise<string[]> {
  if (hashes.length === 0) return []
  const used = new Set<string>()
  for (const find of finders) for (const hash of await find(ctx, hashes)) used.add(hash)
  await touchPictures(ctx.db, { hashes: [...used].sort(), now: ctx.now() })
  return hashes.filter((hash) => !used.has(hash))
}

async function collect(
  ctx: Context,
  { hashes, markedBy }: { hashes: readonly string[]; markedBy: UnixMs },
): Promise<number> {
  // A failure of the storage takes back only the picture whose files it concerns.
  const perTransaction = ctx.media.files ? 1 : batchSize
  let collected = 0
  for (let start = 0; start < hashes.length; start += perTransaction) {
    const batch = hashes.slice(start, start + perTransaction)
    collected += await collectBatch(ctx, { hashes: batch, markedBy })
  }
  return collected
}

function collectBatch(
  ctx: Context,
  { hashes, markedBy }: { hashes: readonly string[]; markedBy: UnixMs },
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const collected = await collectUnused(tx, { hashes, markedBy, now: ctx.now() })
    await deleteFiles(tx, collected)
    // Before the commit, for which an upload of the same picture waits.
    for (const hash of collected) {
      for (const size of fileSizes) await ctx.media.files?.delete({ hash, size })
    }
    return collected.length
  })
}
