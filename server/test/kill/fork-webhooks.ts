import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Context } from '../../src/platform/context.js'
import { projectRoot } from '../../src/platform/project-root.js'
import type { WebhookOrder, WebhookReport } from '../programs/webhook-process.js'
import { urlOfDatabase } from '../test-database.js'

const program = join(projectRoot(), '.cache', 'programs', 'webhook-process.js')

export type WebhookProcess = {
  begin(order: WebhookOrder): void
  report(): Promise<WebhookReport>
  /** Resolves with the signal that ended the process. */
  ended: Promise<NodeJS.Signals | null>
  kill(): Promise<void>
}

/** Starts a process that publishes and delivers events after its first message. */
export async function forkWebhooks(): Promise<WebhookProcess> {
  const child: ChildProcess = fork(program, { execArgv: ['--expose-gc'], stdio: 'inherit' })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  await once(child, 'message')
  return {
    begin: (order) => void child.send(order),
    async report() {
      child.send('report')
      const [report] = await once(child, 'message')
      return report
    },
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Returns the database URL of a test for another process. */
export async function databaseUrlOf(ctx: Pick<Context, 'db'>): Promise<string> {
  const { rows } = await ctx.db.query<{ name: string }>('select current_database() as name')
  return urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')
}
