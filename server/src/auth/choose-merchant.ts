import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { parseAddress } from '../lib/hex.js'
import { hasRight, missingRight, type Right } from './roles.js'
import type { Membership } from './sessions/session-store.js'
import type { Person } from './sessions/sessions.js'

/**
 * Returns the person acting for the merchant that the request names as `wallet`, or else for their
 * only merchant, or else for their own.
 *
 * @throws {AppError} `invalid_wallet`; `wallet_required` when there is none or the choice is
 *   ambiguous; `forbidden` when the person is not a member or their role lacks the right.
 */
export function chooseMerchant(
  person: Person,
  { right, request }: { right: Right; request: Pick<FastifyRequest, 'query' | 'body'> },
): Person {
  const membership = getMembership(person, walletIn(request.query) ?? walletIn(request.body))
  const { merchant, role, isSuspended } = membership
  if (!hasRight(role, right)) throw missingRight(role, right)
  return { ...person, merchant, role, isSuspended }
}

function getMembership(person: Person, named: unknown): Membership {
  const { memberships } = person
  if (named !== undefined) {
    const merchant = typeof named === 'string' ? parseAddress(named) : null
    if (!merchant) throw new AppError('invalid_wallet', 'wallet must be an address.')
    const match = memberships.find((membership) => membership.merchant === merchant)
    if (!match) throw new AppError('forbidden', 'You are not a member of this merchant.')
    return match
  }

  const chosen = memberships.length === 1 ? memberships[0] : findOwn(person)
  if (chosen) return chosen
  throw new AppError(
    'wallet_required',
    memberships.length === 0
      ? 'You belong to no merchant. Accept an invitation, or create a merchant with POST /api/merchants.'
      : 'Ambiguous merchant: you belong to several. Pass wallet.',
  )
}

/** Returns the person's own merchant: that of their wallet if they own it, else their only one. */
function findOwn({ memberships, wallet }: Person): Membership | null {
  const owned = memberships.filter(({ role }) => role === 'owner')
  const ownMerchant = owned.find(({ merchant }) => merchant === wallet)
  if (ownMerchant) return ownMerchant
  return owned.length === 1 && owned[0] ? owned[0] : null
}

/** Reads `wallet` before schemas are checked, so its type is unknown. */
function walletIn(source: unknown): unknown {
  return typeof source === 'object' && source !== null && 'wallet' in source
    ? source.wallet
    : undefined
}
