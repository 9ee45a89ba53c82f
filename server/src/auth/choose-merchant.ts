import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { isSameAddress, parseAddress } from '../lib/hex.js'
import { hasRight, type Right } from './roles.js'
import type { Person } from './sessions/sessions.js'

/**
 * Returns the person acting for the merchant that the request names as `wallet`, or else for their own.
 *
 * @throws {AppError} `invalid_wallet`; `wallet_required` when the merchant is ambiguous; `forbidden` when the person is
 *   not a member or their role lacks the right.
 */
export function chooseMerchant(
  person: Person,
  { right, request }: { right: Right; request: Pick<FastifyRequest, 'query' | 'body'> },
): Person {
  const membership = getMembership(person, walletIn(request.query) ?? walletIn(request.body))
  const { merchant, role } = membership
  if (!hasRight(role, right)) {
    throw new AppError('forbidden', `Your role ${role} does not include ${right}.`)
  }
  return { ...person, merchant, role }
}

function getMembership({ memberships, wallet }: Person, named: unknown) {
  if (named !== undefined) {
    const merchant = typeof named === 'string' ? parseAddress(named) : null
    if (!merchant) throw new AppError('invalid_wallet', 'wallet must be an address.')
    const found = memberships.find((membership) => membership.merchant === merchant)
    if (!found) throw new AppError('forbidden', 'You are not a member of this merchant.')
    return found
  }

  const own = memberships.find(({ merchant }) => isSameAddress(merchant, wallet))
  const only = memberships.length === 1 ? memberships[0] : undefined
  const chosen = own ?? only
  if (!chosen) {
    const message = 'Ambiguous merchant: you belong to several or none. Pass wallet.'
    throw new AppError('wallet_required', message)
  }
  return chosen
}

/** Reads `wallet` before schemas are checked, so its type is unknown. */
function walletIn(source: unknown): unknown {
  return typeof source === 'object' && source !== null && 'wallet' in source
    ? source.wallet
    : undefined
}
