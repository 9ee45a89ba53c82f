import type { Principal } from '../../auth/caller.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { JobKind, JobProgress, MerchantJob } from './job.js'

/**
 * The end of a run: a result, or the time at which to look again. `finished` means that the run has
 * called `finish` in its own transaction.
 */
export type JobOutcome =
  | { kind: 'done'; result: unknown }
  | { kind: 'finished' }
  | { kind: 'later'; runAt: UnixMs }

/** A run of a job by a worker, which may lose the job at any time. */
export type JobRun = {
  job: MerchantJob
  /** The person who started it. */
  by: Principal
  /** Aborts when the job is canceled or lost, and when the process stops. */
  signal: AbortSignal
  /** Notes how far the run is. It is stored about once a second. */
  report(progress: Partial<JobProgress>): void
  /**
   * Ends the job in a transaction that makes its changes, so that both are committed or neither.
   *
   * @throws {LostJob} when it was canceled, or another worker has taken it over.
   */
  finish(inTx: TxContext, result: unknown): Promise<void>
  /** Yields the parts of the file that was sent. */
  readFile(): AsyncIterable<Buffer>
  /** Begins an empty file in place of that of an earlier run. */
  beginFile(): Promise<void>
  /**
   * Appends a text to the file.
   *
   * @throws {LostJob}; {AppError} `rate_limited` when the storage for files is full.
   */
  appendToFile(content: string): Promise<void>
}

/** Does the work of a kind. It may run again from its last position after a crash. */
export type JobRunner = { kind: JobKind; run(ctx: Context, run: JobRun): Promise<JobOutcome> }

/** The job was canceled, or another worker has taken it over. */
export class LostJob extends Error {}
