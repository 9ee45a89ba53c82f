import type { Caller } from '../../../auth/caller.js'
import { hasRight } from '../../../auth/roles.js'
import type { SiwxChallenge } from '../../../auth/siwx/challenge.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { readWallet } from '../../../lib/hex.js'
import type { Subscription } from '../subscription.js'

/** The subscriptions of a customer, of a merchant, or of a customer at one merchant. */
export type Parties = { merchant?: Address; customer?: Address }

/** The wallet that a request names. */
export type NamedParty = { merchant: Address } | { customer: Address }

/** The reader of subscriptions, and a challenge that a wallet without a session signs. */
export type ReadBy = { caller: Caller | null; challenge: () => SiwxChallenge }

/**
 * Returns the subscriptions that a caller may list of a wallet. A key lists those of its own
 * merchant only.
 *
 * @throws {AppError} `unauthorized` without credentials, `forbidden` with those of others.
 */
export function requireMayList(party: NamedParty, { caller, challenge }: ReadBy): Parties {
  if (caller === null) {
    throw new AppError('unauthorized', 'Missing or invalid subscription key', {
      fields: 'customer' in party ? { extensions: challenge() } : {},
    })
  }
  if ('merchant' in party) {
    if (isOfMerchant(caller, party.merchant)) return party
    throw new AppError(
      'forbidden',
      'Only keys and members of this merchant may list its subscriptions.',
    )
  }
  if (caller.kind === 'developer') return { ...party, merchant: caller.wallet }
  if (isCustomer(caller, party.customer)) return party
  throw new AppError(
    'forbidden',
    'Only this customer may list these subscriptions. As a merchant, pass your wallet as merchant.',
  )
}

/** Returns whether a caller is the customer, or a key or member of the merchant. */
export function mayReadAll(
  { merchant, permission: { account } }: Pick<Subscription, 'merchant' | 'permission'>,
  caller: Caller | null,
): boolean {
  return caller !== null && (isOfMerchant(caller, merchant) || isCustomer(caller, account))
}

function isOfMerchant(caller: Caller, merchant: Address): boolean {
  if (caller.kind === 'developer') return caller.wallet === merchant
  if (caller.kind !== 'person') return false
  const membership = caller.memberships.find((member) => member.merchant === merchant)
  return membership !== undefined && hasRight(membership.role, 'subscriptions:read')
}

/** Returns whether a caller proved to be a customer. A key does not prove its owner's wallet. */
export function isCustomer(caller: Caller, customer: Address): boolean {
  return (caller.kind === 'person' || caller.kind === 'signer') && caller.wallet === customer
}

/**
 * Requires that the `wallet` of a request, if any, is the merchant that the caller acts for.
 *
 * @throws {AppError} `invalid_wallet`, `forbidden`.
 */
export function requireSameMerchant(merchant: Address, wallet: string | undefined): void {
  if (wallet === undefined || readWallet('wallet', wallet) === merchant) return
  throw new AppError(
    'forbidden',
    'wallet is not the merchant that you act for. Omit it, or use a key of that merchant.',
  )
}
