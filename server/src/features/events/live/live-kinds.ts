import type { PersonId } from '../../../auth/person-id.js'
import { hasRight, type Right, type Role } from '../../../auth/roles.js'
import { invalidInput } from '../../../lib/errors.js'
import {
  type LiveChange,
  type LiveKind,
  liveKinds,
} from '../../../platform/live-changes/live-change.js'

/** The person who follows changes. */
export type LiveReader = { person: PersonId; role: Role }

/** The right that each kind requires. Readers of their own objects only see those. */
const rightOf: Record<LiveKind, Right> = {
  receipt: 'receipts:read-own',
  item: 'inventory:read',
  subscription: 'subscriptions:read',
  payout: 'split:read',
  notification: 'status:read',
  job: 'jobs:read-own',
}

/**
 * Reads the kinds of a stream, or null when they are absent.
 *
 * @throws {AppError} `invalid_input` when a kind is unknown.
 */
export function readLiveKinds(text: string | undefined): LiveKind[] | null {
  if (text === undefined) return null
  const names = new Set(text.split(',').map((name) => name.trim()))
  const kinds = liveKinds.filter((kind) => names.has(kind))
  if (kinds.length === names.size) return kinds
  throw invalidInput(`kinds must be one or more of ${liveKinds.join(', ')}, separated by commas.`)
}

/** Returns those of the kinds that a role may follow. */
export function listAllowedKinds(kinds: readonly LiveKind[], role: Role): LiveKind[] {
  return kinds.filter((kind) => hasRight(role, rightOf[kind]))
}

/** Returns whether a person may see a change, except that sales of others are not excluded. */
export function isShown({ kind, person }: LiveChange, reader: LiveReader): boolean {
  if (person === null || person === reader.person) return true
  return kind === 'job' && hasRight(reader.role, 'jobs:read')
}

/** Returns whether a role sees only the receipts of its own sales. */
export function seesOnlyOwnSales(role: Role): boolean {
  return !hasRight(role, 'receipts:read')
}
