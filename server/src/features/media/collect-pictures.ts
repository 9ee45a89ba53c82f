import { DAY_MS, HOUR_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import { repeatWhileFull } from '../../platform/jobs/repeat-while-full.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deleteFiles } from './file-store.js'
import { collectUnused, listUnused, touchPictures } from './store.js'
import { fileSizes } from './store-picture.js'

/** Returns those of these pictures that a feature refers to. */
type FindUsedPictures = (ctx: TxContext, hashes: readonly string[]) => Promise<string[]>

const keptMs = 30 * DAY_MS
const batchSize = 500

/**
 * Creates the job that deletes pictures to which nothing has referred for 30 days. Every picture is examined once in 30 days.
 * Those in use are then kept for another 30.
 */
export function createCollectPictures(finders: readonly FindUsedPictures[]): Job {
  return {
    name: 'collect-pictures',
    everyMs: HOUR_MS,
    async run(ctx, signal) {
      let collected = 0
      const examined = await repeatWhileFull(signal, {
        batchSize,
        async work(limit) {
          const before = unixMs(ctx.now() - keptMs)
          const hashes = await listUnused(ctx.db, { before, limit })
          if (hashes.length > 0) collected += await collect(ctx, { hashes, before, finders })
          return hashes.length
        },
      })
      return { examined, collected }
    },
  }
}

async function collect(
  ctx: Context,
  input: {
    hashes: readonly string[]
    before: UnixMs
    finders: readonly FindUsedPictures[]
  },
): Promise<number> {
  const { hashes, before, finders } = input
  const used = new Set<string>()
  for (const find of finders) for (const hash of await find(ctx, hashes)) used.add(hash)
  await touchPictures(ctx.db, { hashes: [...used].sort(), now: ctx.now() })
  const unused = hashes.filter((hash) => !used.has(hash))
  if (unused.length === 0) return 0

  // A failure of the storage takes back only the picture whose files it concerns.
  const perTransaction = ctx.media.files ? 1 : unused.length
  let collected = 0
  for (let start = 0; start < unused.length; start += perTransaction) {
    const some = unused.slice(start, start + perTransaction)
    collected += await collectSome(ctx, { hashes: some, before })
  }
  return collected
}

function collectSome(
  ctx: Context,
  { hashes, before }: { hashes: readonly string[]; before: UnixMs },
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const collected = await collectUnused(tx, { hashes, before, now: ctx.now() })
    await deleteFiles(tx, collected)
    // Before the commit, for which an upload of the same picture waits.
    for (const hash of collected) {
      for (const size of fileSizes) await ctx.media.files?.delete({ hash, size })
    }
    return collected.length
  })
}
