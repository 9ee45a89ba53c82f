import { createHash } from 'node:crypto'
import type { Author, CashierPrincipal, OperatorPrincipal } from '../../auth/caller.js'
import type { PersonId } from '../../auth/person-id.js'
import type { Membership } from '../../auth/sessions/session-store.js'
import type { Address } from '../../lib/hex.js'
import { redact } from '../../lib/redact.js'
import type { TxContext } from '../../platform/context.js'
import { deriveKey } from '../../platform/secrets/derived-key.js'
import { chainHash, chainStart } from './chain-hash.js'
import { insertEntry, insertHead, lockHead } from './store.js'

export type Change = {
  by: Author | CashierPrincipal | OperatorPrincipal
  /** A noun and a verb in the past tense: `key.revoked`. */
  action: string
  /** The id of the changed object. */
  target: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * Appends a change to the merchant's audit chain, with secrets redacted. Call it last in the
 * transaction that makes the change, so that both are committed or neither.
 */
export async function recordChange(ctx: TxContext, change: Change): Promise<void> {
  const { by } = change
  const { merchant, role, correlationId } = by
  const head = (await lockHead(ctx.db, merchant)) ?? (await startChain(ctx, merchant))

  const entry = {
    merchant,
    seq: head.seq + 1,
    at: ctx.now(),
    actor: actorOf(by),
    device: 'device' in by ? by.device : null,
    cashier: 'cashier' in by ? by.cashier : null,
    role,
    action: change.action,
    target: change.target,
    before: change.before && boundChange(redact(change.before)),
    after: change.after && boundChange(redact(change.after)),
    correlationId,
  }
  const hash = chainHash(deriveKey(ctx.config.masterKey, 'audit-chain'), head.hash, entry)
  await insertEntry(ctx.db, { ...entry, hash })
}

type PersonalChange = Omit<Change, 'by'> & {
  /** Their memberships, the owned merchants first. */
  person: { id: PersonId; memberships: readonly Pick<Membership, 'merchant' | 'role'>[] }
  correlationId: string
}

/**
 * Records a change of a person's own access, such as a session or a passkey, in the audit log of
 * their first merchant, which is their own if they have one. A buyer belongs to none and leaves no
 * entry.
 */
export async function recordPersonalChange(ctx: TxContext, change: PersonalChange): Promise<void> {
  const { person, correlationId, action, target, before, after } = change
  const [first] = person.memberships
  if (!first) return
  const { merchant, role } = first
  const by = { merchant, person: person.id, role, correlationId }
  await recordChange(ctx, { by, action, target, before, after })
}

/** Returns the id of the person, cashier, device or key that made a change. */
function actorOf(by: Change['by']): string {
  if ('keyId' in by) return by.keyId
  if ('device' in by) return by.cashier ?? by.device
  return 'person' in by ? by.person : by.wallet
}

async function startChain(ctx: TxContext, merchant: Address) {
  await insertHead(ctx.db, { merchant, seq: 0, hash: chainStart })
  const head = await lockHead(ctx.db, merchant)
  if (!head) throw new Error(`the audit chain of ${merchant} could not be started`)
  return head
}

/** The limit for each side of a change, in characters of JSON. */
const maxChangeLength = 4_096
const maxPartLength = 512

/**
 * Limits the size of a logged change. Long parts are replaced by their length and hash, so a copy
 * kept elsewhere can still be verified.
 */
export function boundChange(change: Record<string, unknown>): Record<string, unknown> {
  if (lengthOf(change) <= maxChangeLength) return change

  const shortened = Object.fromEntries(
    Object.entries(change).map(([name, part]) => [name, shorten(part)]),
  )
  return lengthOf(shortened) <= maxChangeLength ? shortened : omitted(change)
}

function shorten(part: unknown): unknown {
  if (lengthOf(part) <= maxPartLength) return part
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return omitted(part)
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shorten(inner)]))
}

function omitted(part: unknown): { omittedCharacters: number; sha256: string } {
  const text = JSON.stringify(part)
  return { omittedCharacters: text.length, sha256: createHash('sha256').update(text).digest('hex') }
}

function lengthOf(part: unknown): number {
  return JSON.stringify(part ?? null).length
}
