import { pruneRateWindows } from './auth/limits/limiter.js'
import { createCollectPictures } from './features/media/collect-pictures.js'
import { features } from './features.js'
import { pruneIdempotencyKeys } from './platform/http/idempotency/enforce-idempotency.js'
import type { Job } from './platform/jobs/run-jobs.js'
import type { WorkSource } from './platform/jobs/work-poll.js'
import { pruneJournal } from './platform/journal/replay-journal.js'
import { pruneLiveChanges } from './platform/live-changes/live-change-store.js'

/** Every recurring job: those of the layers below the features, then those of the features. */
export const jobs: readonly Job[] = [
  pruneIdempotencyKeys,
  pruneJournal,
  pruneLiveChanges,
  pruneRateWindows,
  createCollectPictures(features.flatMap((feature) => feature.findUsedPictures ?? [])),
  ...features.flatMap((feature) => feature.jobs ?? []),
]

export const workSources: readonly WorkSource[] = features.flatMap(
  (feature) => feature.workSources ?? [],
)
