import type { Principal } from '../../auth/caller.js'
import type { RunContractCheck } from '../../auth/contract-checks.js'
import { updateRecovery } from '../../auth/merchants/ownership-store.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { getOwnership, recoveryWalletOf } from './ownership.js'
import { nonceUsed, requireSigned, type SignedTerms } from './require-signed.js'

type RegisterInput = {
  by: Principal
  recoveryWallet: Address
  terms: SignedTerms
  runContractCheck: RunContractCheck
  ownerSignature: Hex
  recoverySignature: Hex
}

/**
 * Registers the wallet that can recover the merchant. Both wallets sign. Registering the same
 * wallet again cancels its removal. Another one must be removed first.
 *
 * @throws {AppError} `invalid_input`, `forbidden`, `conflict`, `rate_limited`, `failed`.
 */
export async function registerRecoveryWallet(
  ctx: Context,
  { by, recoveryWallet, terms, runContractCheck, ownerSignature, recoverySignature }: RegisterInput,
): Promise<void> {
  const ownership = await getOwnership(ctx, by)
  const { merchant, owner, nonce } = ownership
  if (recoveryWallet === owner) {
    throw invalidInput('recoveryWallet must be another wallet than the owner.')
  }
  const current = recoveryWalletOf(ownership, ctx.now())
  if (current && current !== recoveryWallet) {
    throw new AppError(
      'conflict',
      'Another recovery wallet is registered. Remove it first: POST /api/owner/recovery-wallet/remove.',
    )
  }
  await requireSigned(ctx, {
    action: 'RegisterRecoveryWallet',
    ownership,
    other: recoveryWallet,
    terms,
    runContractCheck,
    signatures: [
      { wallet: owner, signature: ownerSignature, field: 'ownerSignature' },
      { wallet: recoveryWallet, signature: recoverySignature, field: 'recoverySignature' },
    ],
  })

  await inTransaction(ctx, async (inTx) => {
    const recovery = { recoveryWallet, recoveryRemovedAt: null }
    if (!(await updateRecovery(inTx.db, { merchant, nonce, ...recovery }))) throw nonceUsed()
    await recordChange(inTx, {
      by,
      action: 'recovery_wallet.registered',
      target: recoveryWallet,
      before: { recoveryWallet: current },
      after: recovery,
    })
  })
}
