import type { ApiComponents } from '@tallystick/sdk'
import type { Session } from '../../session/session.js'
import { uploadFile } from '../upload-file.js'

/** The changes that a file makes, and its problems. */
export type ImportPlan = ApiComponents['schemas']['ImportedItems']

/** The progress of an import: the part of the file that is sent, from 0 to 1. */
export type Progress = { sent: number }

type RunInput = {
  csv: string
  dryRun: boolean
  signal: AbortSignal
  onProgress(progress: Progress): void
}

/**
 * Imports a file, or finds out what an import would change.
 *
 * @throws {ApiError} when the service refuses the file or does not respond.
 */
export async function runImport(
  session: Pick<Session, 'api' | 'me'>,
  { csv, dryRun, signal, onProgress }: RunInput,
): Promise<ImportPlan> {
  const plan = await uploadFile(session, {
    path: '/api/inventory/import',
    query: { dryRun: dryRun ? 'true' : '' },
    content: new Blob([csv]),
    type: 'text/csv',
    onProgress: (sent) => onProgress({ sent }),
    signal,
  })
  return plan as ImportPlan
}
