import type { Address } from '../../lib/hex.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import type { ErasePersonalData } from '../../platform/personal-data.js'
import { deleteFile, deleteFilesBefore } from './file-store.js'
import { fileKeptMs } from './job.js'
import { jobRoutes } from './routes.js'
import { dueJobs } from './run-store.js'
import {
  deleteJobsBefore,
  deleteJobsBeyond,
  deleteJobsOf,
  endOpenJob,
  forgetExportInputs,
  listOpenJobs,
} from './store.js'

const keptForMs = 7 * DAY_MS
const maxEnded = 200

/** Deletes files after a day, and jobs after seven days or beyond 200 of a merchant. */
export const pruneJobs: Job = {
  name: 'prune-jobs',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const files = await deleteFilesBefore(ctx.db, {
      before: unixMs(ctx.now() - fileKeptMs),
      merchant: null,
    })
    const before = unixMs(ctx.now() - keptForMs)
    const old = await repeatWhileFull(signal, {
      batchSize: 500,
      work: (limit) => deleteJobsBefore(ctx.db, { before, limit }),
    })
    return { files, deleted: old + (await deleteJobsBeyond(ctx.db, maxEnded)) }
  },
}

/** Deletes exported files, which may name the buyer, and ends exports that have read receipts. */
const eraseExports: ErasePersonalData = async (ctx, { merchant }) => {
  const ended = await endOpenExports(ctx, merchant)
  const files = await deleteFilesBefore(ctx.db, {
    before: unixMs(Number.MAX_SAFE_INTEGER),
    merchant,
  })
  return ended + files + (await forgetExportInputs(ctx.db, merchant))
}

async function endOpenExports(ctx: TxContext, merchant: Address): Promise<number> {
  const open = await listOpenJobs(ctx.db, merchant)
  const exports = open.filter(({ kind }) => kind === 'export')
  const message = 'Data of a buyer was erased meanwhile. Export again.'
  const error = { error: 'conflict', message }
  for (const { id } of exports) {
    await endOpenJob(ctx.db, { merchant, id, state: 'failed', error, now: ctx.now() })
    await deleteFile(ctx.db, { merchant, id })
  }
  return exports.length
}

export const jobsFeature: Feature = {
  tag: 'jobs',
  routes: [jobRoutes],
  jobs: [pruneJobs],
  workSources: [dueJobs],
  deleteSales: ({ db }, merchant) => deleteJobsOf(db, merchant),
  erasePersonalData: eraseExports,
}
