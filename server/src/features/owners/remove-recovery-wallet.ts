import type { Principal } from '../../auth/caller.js'
import type { RunContractCheck } from '../../auth/contract-checks.js'
import { type Ownership, updateRecovery } from '../../auth/merchants/ownership-store.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { getOwnership, recoveryWalletOf } from './ownership.js'
import {
  type ExpectedSignature,
  nonceUsed,
  requireSigned,
  type SignedTerms,
} from './require-signed.js'

/** How long a recovery wallet that did not agree to its removal can still recover the merchant. */
const removalMs = 7 * DAY_MS

type RemoveInput = {
  by: Principal
  terms: SignedTerms
  runContractCheck: RunContractCheck
  ownerSignature: Hex | undefined
  recoverySignature: Hex | undefined
}

/**
 * Removes the recovery wallet: at once if it signs, or seven days after the owner signs. A stolen
 * owner key therefore cannot prevent a recovery. Returns when the removal takes effect.
 *
 * @throws {AppError} `not_found` without a recovery wallet; `invalid_input`, `forbidden`,
 *   `conflict`, `rate_limited`, `failed`.
 */
export async function removeRecoveryWallet(ctx: Context, input: RemoveInput): Promise<UnixMs> {
  const { by, terms, runContractCheck } = input
  const now = ctx.now()
  const ownership = await getOwnership(ctx, by)
  const { merchant, nonce } = ownership
  const recoveryWallet = recoveryWalletOf(ownership, now)
  if (!recoveryWallet) throw new AppError('not_found', 'No recovery wallet is registered.')
  const signature = chooseSignature(input, { ownership, recoveryWallet })
  await requireSigned(ctx, {
    action: 'RemoveRecoveryWallet',
    ownership,
    other: recoveryWallet,
    terms,
    runContractCheck,
    signatures: [signature],
  })

  // A repeated request of the owner does not extend the time.
  const planned = ownership.recoveryRemovedAt ?? unixMs(now + removalMs)
  const removedAt = signature.wallet === recoveryWallet ? now : planned
  await inTransaction(ctx, async (inTx) => {
    const recovery = { recoveryWallet, recoveryRemovedAt: removedAt }
    if (!(await updateRecovery(inTx.db, { merchant, nonce, ...recovery }))) throw nonceUsed()
    await recordChange(inTx, {
      by,
      action: 'recovery_wallet.removed',
      target: recoveryWallet,
      before: { recoveryRemovedAt: ownership.recoveryRemovedAt },
      after: { recoveryRemovedAt: removedAt },
    })
  })
  return removedAt
}

function chooseSignature(
  { ownerSignature, recoverySignature }: RemoveInput,
  { ownership, recoveryWallet }: { ownership: Ownership; recoveryWallet: Address },
): ExpectedSignature {
  if (recoverySignature && !ownerSignature) {
    return { wallet: recoveryWallet, signature: recoverySignature, field: 'recoverySignature' }
  }
  if (ownerSignature && !recoverySignature) {
    return { wallet: ownership.owner, signature: ownerSignature, field: 'ownerSignature' }
  }
  throw invalidInput('Send either ownerSignature or recoverySignature.')
}
