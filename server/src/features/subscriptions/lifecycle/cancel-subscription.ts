import type { Caller } from '../../../auth/caller.js'
import type { RunContractCheck } from '../../../auth/contract-checks.js'
import type { SiwxChallenge } from '../../../auth/siwx/challenge.js'
import { isSigned } from '../../../auth/wallet-signature.js'
import { AppError } from '../../../lib/errors.js'
import { readWallet } from '../../../lib/hex.js'
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
      if (caller?.kind !== 'developer' || caller.wallet !== merchant) return
      const { keyId } = caller
      await recordChange(inTx, {
        by: { merchant, keyId, role: 'key', correlationId },
        action: 'subscription.canceled',
        target: id,
        before: { status: before.status },
        after: { status: after.status },
      })
    },
  })
}

/** Requires the customer's session, proof or signature, or a key of the merchant. */
async function requireCustomer(
  ctx: Context,
  { id, merchant, permissionHash, permission: { account } }: Subscription,
  { body, caller, challenge, runContractCheck }: CancelInput,
): Promise<void> {
  if (caller !== null && isCustomer(caller, account)) return
  if (caller?.kind === 'developer' && caller.wallet === merchant) return
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
