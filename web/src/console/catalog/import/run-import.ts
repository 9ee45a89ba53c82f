import type { ApiComponents } from '@tallystick/sdk'
import type { Session } from '../../session/session.js'
import { uploadFile } from '../upload-file.js'

/** The changes that a file makes, and its problems. */
export type ImportPlan = ApiComponents['schemas']['ImportedItems']

/** The progress of an upload: the part of the file that is sent, from 0 to 1. */
export type Progress = { sent: number }

type SendInput = {
  csv: string
  signal: AbortSignal
  onProgress(progress: Progress): void
}

/**
 * Finds out what an import would change.
 *
 * @throws {ApiError} when the service refuses the file or does not respond.
 */
export async function planImport(
  session: Pick<Session, 'api' | 'me'>,
  { csv, signal, onProgress }: SendInput,
): Promise<ImportPlan> {
  const plan = await uploadFile(session, {
    path: '/api/inventory/import',
    query: { dryRun: 'true' },
    ...uploadOf({ csv, signal, onProgress }),
  })
  return plan as ImportPlan
}

/**
 * Starts an import, which the service does in the background. Returns the id of its job.
 *
 * @throws {ApiError} when the service refuses the file or does not respond.
 */
export async function startImport(
  session: Pick<Session, 'api' | 'me'>,
  input: SendInput,
): Promise<string> {
  const job = await uploadFile(session, { path: '/api/jobs/import', ...uploadOf(input) })
  return String(job['id'])
}

function uploadOf({ csv, signal, onProgress }: SendInput) {
  return {
    content: new Blob([csv]),
    type: 'text/csv',
    onProgress: (sent: number) => onProgress({ sent }),
    signal,
  }
}
