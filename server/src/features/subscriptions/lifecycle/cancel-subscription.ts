import type { Author, Caller } from '../../../auth/caller.js'
import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { hasRight } from '../../../auth/roles.js'
import type { SiwxChallenge } from '../../../auth/siwx/challenge.js'
import { isSigned } from '../../../auth/wallet-signature.js'
import { AppError } from '../../../lib/errors.js'
import { type Address, readWallet } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import type { CancelBody } from '../schemas.js'
import type { Subscription } from '../subscription.js'
import { cancellationHashOf } from './canceling/cancellation-message.js'
import { changeSubscription } from './change-subscription.js'
import { getSubscription } from './get-subscription.js'
import { isCustomer } from './status-access.js'

type CancelInput = {
  body: CancelBody
  caller: Caller | null
  /** Returns a challenge that a wallet without a session signs. */
  challenge: () => SiwxChallenge
  runContractCheck: RunContractCheck
  correlationId: string
}

/**
 * Cancels a subscription for its customer. No further period is charged, and its permission is
 * revoked on chain. Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`, `invalid_wallet`, `forbidden`, `unauthorized`, `conflict`,
 *   `rate_limited`.
 */
export async function cancelSubscription(ctx: Context, input: CancelInput): Promise<Subscription> {
  const { body, caller, correlationId } = input
  const wallet = readWallet('wallet', body.wallet)
  const subscription = await getSubscription(ctx, body.subscriptionId)
  if (wallet !== subscription.permission.account) {
    throw new AppError(
      'forbidden',
      'wallet is not the customer of this subscription. Pass the wallet that subscribed.',
    )
  }
  await requireCustomer(ctx, subscription, input)

  const { merchant, id } = subscription
  return changeSubscription(ctx, {
    ref: { merchant, id },
    change: 'canceled',
    onChange: async (inTx, { before, after }) => {
      const by = findRelay(caller, { merchant, correlationId })
      if (!by) return
      await recordChange(inTx, {
        by,
        action: 'subscription.canceled',
        target: id,
        before: { status: before.status },
        after: { status: after.status },
      })
    },
  })
}

/** Returns the key or the member of the merchant that cancels for the customer, or null. */
function findRelay(
  caller: Caller | null,
  { merchant, correlationId }: { merchant: Address; correlationId: string },
): Author | null {
  if (caller?.kind === 'developer') {
    if (caller.wallet !== merchant) return null
    return { merchant, keyId: caller.keyId, role: 'key', correlationId }
  }
  if (caller?.kind !== 'person') return null
  const membership = caller.memberships.find((member) => member.merchant === merchant)
  if (!membership || !hasRight(membership.role, 'subscriptions:write')) return null
  return { merchant, person: caller.id, role: membership.role, correlationId }
}

/** Requires the customer's session, proof or signature, or a key or manager of the merchant. */
async function requireCustomer(
  ctx: Context,
  { id, merchant, permissionHash, permission: { account } }: Subscription,
  { body, caller, challenge, runContractCheck, correlationId }: CancelInput,
): Promise<void> {
  if (caller !== null && isCustomer(caller, account)) return
  if (findRelay(caller, { merchant, correlationId })) return
  if (body.signature === undefined) {
    const message = `Sign in with wallet, or send a signature of "${cancelTextOf(id)}" by it.`
    if (caller) throw new AppError('forbidden', message)
    throw new AppError('unauthorized', message, { fields: { extensions: challenge() } })
  }

  const { hashMessage } = await import('viem')
  const { chainId } = ctx.config
  for (const hash of [
    hashMessage(cancelTextOf(id)),
    await cancellationHashOf(chainId, permissionHash),
  ]) {
    const signature = body.signature as Hex
    if (await isSigned(ctx, { wallet: account, hash, signature, chainId, runContractCheck })) return
  }
  throw new AppError(
    'forbidden',
    `signature is not a signature of "${cancelTextOf(id)}" by wallet. Sign exactly this text.`,
  )
}

/** Returns the text that a customer signs to cancel. */
function cancelTextOf(id: string): string {
  return `Cancel subscription ${id}`
}
