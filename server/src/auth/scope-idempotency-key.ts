import type { FastifyRequest } from 'fastify'
import type { OwnedKey } from '../platform/http/idempotency/enforce-idempotency.js'
import { type Caller, findMerchant } from './caller.js'
import { hasRight } from './roles.js'

/**
 * Returns the owner of an idempotency key and its name there, or null for callers without a
 * merchant. Developer keys and people who read all receipts share the keys of their merchant. Others
 * have their own: a repeated request of another cashier would read their sale, or be lost as a
 * repetition of it.
 */
export function scopeIdempotencyKey(request: FastifyRequest, key: string): OwnedKey | null {
  const owner = findMerchant(request)
  if (!owner) return null
  const scope = scopeOf(request.caller)
  // Keys have no spaces, so no key has the name of another scope.
  return { owner, key: scope === null ? key : `${scope} ${key}` }
}

function scopeOf(caller: Caller | null): string | null {
  if (caller?.kind === 'device') return `${caller.id} ${caller.cashier?.id ?? 'locked'}`
  if (caller?.kind !== 'person' || !caller.role) return null
  return hasRight(caller.role, 'receipts:read') ? null : caller.id
}
