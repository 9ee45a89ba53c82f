import type { RunContractCheck } from '../../auth/contract-checks.js'
import {
  findOwnership,
  replaceOwner,
  updateRecovery,
} from '../../auth/merchants/ownership-store.js'
import { requireActive } from '../../auth/merchants/require-active.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { recoveryWalletOf } from './ownership.js'
import { nonceUsed, requireSigned, type SignedTerms } from './require-signed.js'

type RecoverInput = {
  /** The signed-in wallet, which must be the recovery wallet. */
  wallet: Address
  merchant: Address
  terms: SignedTerms
  runContractCheck: RunContractCheck
  signature: Hex
  correlationId: string
}

/**
 * Makes the recovery wallet the owner. The former owner has no role afterwards, from their next
 * request.
 *
 * @throws {AppError} `not_found` when the wallet is not the merchant's recovery wallet;
 *   `invalid_input`, `forbidden`, `conflict`, `rate_limited`, `merchant_suspended`, `failed`.
 */
export async function recoverOwnership(
  ctx: Context,
  { wallet, merchant, terms, runContractCheck, signature, correlationId }: RecoverInput,
): Promise<void> {
  const ownership = await findOwnership(ctx.db, merchant)
  if (!ownership || recoveryWalletOf(ownership, ctx.now()) !== wallet) {
    throw new AppError('not_found', 'Your wallet is not the recovery wallet of this merchant.')
  }
  await requireActive(ctx, merchant)
  const { owner, nonce } = ownership
  await requireSigned(ctx, {
    action: 'RecoverOwnership',
    ownership,
    other: wallet,
    terms,
    runContractCheck,
    signatures: [{ wallet, signature, field: 'signature' }],
  })

  await inTransaction(ctx, async (inTx) => {
    const noRecovery = { recoveryWallet: null, recoveryRemovedAt: null }
    if (!(await updateRecovery(inTx.db, { merchant, nonce, ...noRecovery }))) throw nonceUsed()
    await replaceOwner(inTx.db, { merchant, owner, newOwner: wallet, at: ctx.now() })
    await recordChange(inTx, {
      by: { merchant, person: wallet, role: 'owner', correlationId },
      action: 'owner.recovered',
      target: wallet,
      before: { owner },
      after: { owner: wallet },
    })
  })
}
