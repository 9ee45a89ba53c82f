import { createJobWorker } from './features/jobs/job-worker.js'
import type { Demo } from './features/sandbox/seed-demo.js'
import { features, jobRunners, journalKinds } from './features.js'
import { jobs, workSources } from './jobs.js'
import { createTransactionSender } from './platform/chain/outgoing/transaction-sender.js'
import type { Context } from './platform/context.js'
import { createJobRunner } from './platform/jobs/run-jobs.js'
import { createWorkPoll } from './platform/jobs/work-poll.js'
import { createReplayWorker } from './platform/journal/replay-journal.js'
import type { SnapshotWorker } from './platform/snapshot/snapshot-worker.js'
import { deployDemo, isChainReady, type Undo } from './start-chain.js'

/** Repeats a step while the database is unavailable. Each step of a start succeeds once. */
type Persist = <Result>(step: () => Promise<Result>) => Promise<Result>

/** The longest time until work of another process is noticed. */
const workPollMs = 500
/** Only this process writes to its embedded database. */
const ownWorkPollMs = 2_000
/** For loops that the work poll wakes. */
const wokenPollMs = 30_000

/** Starts the loops beside the requests, which need the database. */
export async function startBackground(
  ctx: Context,
  input: { demo: Demo | null; snapshot: SnapshotWorker | null; undo: Undo; persist: Persist },
): Promise<void> {
  const { snapshot, ...others } = input
  const patient = { ...ctx, db: ctx.db.patient() }
  const replay = createReplayWorker(patient, journalKinds)
  for (const worker of snapshot ? [replay, snapshot] : [replay]) {
    worker.start()
    others.undo(() => worker.stop())
  }
  if (ctx.config.role !== 'web') await startWorkers(patient, others)
}

async function startWorkers(
  ctx: Context,
  { demo, undo, persist }: { demo: Demo | null; undo: Undo; persist: Persist },
): Promise<void> {
  const jobRunner = createJobRunner(ctx, { jobs })
  const pollMs = ctx.config.databaseUrl === undefined ? ownWorkPollMs : workPollMs
  const workPoll = createWorkPoll(ctx, { sources: workSources, pollMs })
  const sender = createTransactionSender(ctx, {
    isReady: () => isChainReady(ctx),
    idlePollMs: wokenPollMs,
  })
  if (demo && ctx.sandbox?.anvilUrl) await persist(() => deployDemo(ctx, { demo, sender }))
  sender.start()
  undo(() => sender.stop())
  const workers = features
    .flatMap((feature) => feature.workers ?? [])
    .map((create) => create(ctx, { pollMs: wokenPollMs }))
  const jobWorker = createJobWorker(ctx, { runners: jobRunners, pollMs: wokenPollMs })
  for (const worker of [jobRunner, jobWorker, ...workers, workPoll]) {
    worker.start()
    undo(() => worker.stop())
  }
}
