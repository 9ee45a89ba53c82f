import { pruneOutbox } from './platform/jobs/prune-outbox.js'
import type { Job } from './platform/jobs/run-jobs.js'
import type { TaskHandler } from './platform/jobs/run-tasks.js'

/** Every recurring job, with its schedule. */
export const jobs: readonly Job[] = [pruneOutbox]

/** Who does the tasks of each outbox topic. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = {}
