import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { isSameAddress, parseAddress } from '../lib/hex.js'
import { hasRight, type Right } from './roles.js'
import type { Person } from './sessions/sessions.js'

/**
 * The person, acting for the merchant a request names as `wallet` or else for their own.
 *
 * @throws {AppError} `invalid_wallet`, `wallet_required` when it is not clear which merchant is meant,
 *   `forbidden` when it is not theirs or their role does not include the right.
 */
export function chooseMerchant(
  person: Person,
  { right, request }: { right: Right; request: Pick<FastifyRequest, 'query' | 'body'> },
): Person {
  const membership = getMembership(person, walletIn(request.query) ?? walletIn(request.body))
  const { merchant, role } = membership
  if (!hasRight(role, right)) {
    throw new AppError('forbidden', `Your role ${role} does not include ${right}`)
  }
  return { ...person, merchant, role }
}

function getMembership({ memberships, wallet }: Person, named: unknown) {
  if (named !== undefined) {
    const merchant = typeof named === 'string' ? parseAddress(named) : null
    if (!merchant) throw new AppError('invalid_wallet', 'wallet must be an address')
    const found = memberships.find((membership) => membership.merchant === merchant)
    if (!found) throw new AppError('forbidden', 'You do not work for this merchant')
    return found
  }

  const own = memberships.find(({ merchant }) => isSameAddress(merchant, wallet))
  const only = memberships.length === 1 ? memberships[0] : undefined
  const chosen = own ?? only
  if (!chosen) throw new AppError('wallet_required', 'Say with wallet which merchant this is for')
  return chosen
}

/** Asked before the schemas are: anything can stand there. */
function walletIn(source: unknown): unknown {
  return typeof source === 'object' && source !== null && 'wallet' in source
    ? source.wallet
    : undefined
}
