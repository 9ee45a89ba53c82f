import type { Principal } from '../../auth/caller.js'
import type { RunContractCheck } from '../../auth/contract-checks.js'
import { replaceOwner, updateRecovery } from '../../auth/merchants/ownership-store.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { getOwnership, recoveryWalletOf } from './ownership.js'
import { nonceUsed, requireSigned, type SignedTerms } from './require-signed.js'

type TransferInput = {
  by: Principal
  newOwner: Address
  terms: SignedTerms
  runContractCheck: RunContractCheck
  ownerSignature: Hex
  newOwnerSignature: Hex
}

/**
 * Makes another wallet the owner. Both wallets sign. The former owner has no role afterwards, from
 * their next request. A recovery wallet must be removed first: otherwise a stolen owner key could
 * escape the recovery.
 *
 * @throws {AppError} `invalid_input`, `forbidden`, `conflict`, `rate_limited`, `failed`.
 */
export async function transferOwnership(
  ctx: Context,
  { by, newOwner, terms, runContractCheck, ownerSignature, newOwnerSignature }: TransferInput,
): Promise<void> {
  const ownership = await getOwnership(ctx, by)
  const { merchant, owner, nonce } = ownership
  if (newOwner === owner) throw invalidInput('newOwner is the owner already. Name another wallet.')
  if (recoveryWalletOf(ownership, ctx.now())) {
    throw new AppError(
      'conflict',
      'Remove the recovery wallet first: POST /api/owner/recovery-wallet/remove.',
    )
  }
  await requireSigned(ctx, {
    action: 'TransferOwnership',
    ownership,
    other: newOwner,
    terms,
    runContractCheck,
    signatures: [
      { wallet: owner, signature: ownerSignature, field: 'ownerSignature' },
      { wallet: newOwner, signature: newOwnerSignature, field: 'newOwnerSignature' },
    ],
  })

  await inTransaction(ctx, async (inTx) => {
    const noRecovery = { recoveryWallet: null, recoveryRemovedAt: null }
    if (!(await updateRecovery(inTx.db, { merchant, nonce, ...noRecovery }))) throw nonceUsed()
    await replaceOwner(inTx.db, { merchant, owner, newOwner, at: ctx.now() })
    await recordChange(inTx, {
      by,
      action: 'owner.transferred',
      target: newOwner,
      before: { owner },
      after: { owner: newOwner },
    })
  })
}
