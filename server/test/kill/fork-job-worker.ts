import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.js'
import type { JobOrder } from '../programs/job-process.js'

const program = join(projectRoot(), '.cache', 'programs', 'job-process.js')

export type JobProcess = {
  /** Resolves with the signal that ended the process. */
  ended: Promise<NodeJS.Signals | null>
  kill(): Promise<void>
}

/** Starts a process that runs jobs. */
export async function forkJobWorker(order: JobOrder): Promise<JobProcess> {
  const child: ChildProcess = fork(program, { stdio: 'inherit' })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  await once(child, 'message')
  child.send(order)
  return {
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
