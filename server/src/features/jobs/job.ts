import type { PersonId } from '../../auth/person-id.js'
import type { Right, Role } from '../../auth/roles.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS, type UnixMs } from '../../lib/time.js'

export const jobKinds = ['import', 'export', 'deployment', 'rescan'] as const
export type JobKind = (typeof jobKinds)[number]

/** `waiting` and `running` are open; the others are final. */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'canceled'] as const
type JobState = (typeof jobStates)[number]

type JobRule = {
  /** The right that starts it. People other than its author also need it for the file and to cancel. */
  right: Right
  /** The name of the file that it writes. */
  fileName: string | null
}

export const jobRules: Readonly<Record<JobKind, JobRule>> = {
  import: { right: 'inventory:write', fileName: null },
  export: { right: 'receipts:read', fileName: 'receipts.csv' },
  deployment: { right: 'split:write', fileName: null },
  rescan: { right: 'refunds:write', fileName: null },
}

/** How long the file of a finished job can be downloaded. */
export const fileKeptMs = DAY_MS

/** How far a job is. `position` is where a restarted run continues. */
export type JobProgress = { done: number; total: number | null; position: unknown }

/** Long work that a person started at a merchant. */
export type MerchantJob = JobProgress & {
  merchant: Address
  id: string
  kind: JobKind
  state: JobState
  person: PersonId
  /** Their role when they started it. */
  role: Role
  correlationId: string
  /** The validated request, by kind. */
  input: unknown
  result: unknown
  /** The body of an error, when it failed. */
  error: unknown
  /** Runs so far, including the current one. */
  attempts: number
  fileBytes: number
  /** By the clock of the database; 0 while no worker has it. */
  leasedUntil: UnixMs
  createdAt: UnixMs
  startedAt: UnixMs | null
  endedAt: UnixMs | null
}

/** Returns whether a job has not ended. */
export function isOpen({ state }: Pick<MerchantJob, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

/** Returns whether a job can be canceled. A deployment can be until its transaction is signed. */
export function isCancelable(job: Pick<MerchantJob, 'kind' | 'state' | 'done' | 'input'>): boolean {
  if (!isOpen(job) || job.kind !== 'deployment') return isOpen(job)
  return job.done === 0 && transactionOf(job) !== null
}

/** Returns the transaction that is canceled with a deployment, or null. */
export function transactionOf({ input }: Pick<MerchantJob, 'input'>): string | null {
  return (input as { transactionId?: string | null }).transactionId ?? null
}
