import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { isSignedByKey } from '../../../auth/wallet-signature.js'
import { AppError } from '../../../lib/errors.js'
import { checksumAddress } from '../../../lib/hex.js'
import { toUnixSeconds } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { readChain } from '../../../platform/chain/read-chain.js'
import type { Context } from '../../../platform/context.js'
import { isCanonical, isOfUndeployedWallet } from '../lifecycle/signature-form.js'
import { type PayoutMessage, payoutHashOf } from './payout-message.js'

/**
 * Requires that the signer signed the payout, as the charger on chain will check it. Returns whether a contract wallet
 * signed, whose code runs in the transaction.
 *
 * @throws {AppError} `invalid_input` after the deadline, `forbidden`, `rate_limited`, `chain_unavailable`.
 */
export async function requireSignedPayout(
  ctx: Pick<Context, 'chain' | 'config' | 'log' | 'now'>,
  input: { message: PayoutMessage; signature: Hex; runContractCheck: RunContractCheck },
): Promise<{ isContract: boolean }> {
  const { message, signature, runContractCheck } = input
  const { signer, deadline } = message
  if (deadline <= toUnixSeconds(ctx.now())) {
    throw new AppError('invalid_input', 'deadline has passed. Get a new message and sign it.')
  }
  const hash = await payoutHashOf(ctx.config.chainId, message)
  if (await isSignedByKey({ wallet: signer, hash, signature })) {
    if (isCanonical(signature)) return { isContract: false }
    throw new AppError('forbidden', 'signature must have 65 bytes with a low s, and v 27 or 28.')
  }
  // The charger calls the wallet itself, which must exist.
  const isSigned =
    !isOfUndeployedWallet(signature) &&
    (await runContractCheck(() =>
      readChain(ctx, async (chain) => {
        const hasCode = (await chain.findCode(signer)) !== null
        return hasCode && (await chain.isSignedByContract({ address: signer, hash, signature }))
      }),
    ))
  if (isSigned) return { isContract: true }
  throw new AppError(
    'forbidden',
    `signature does not match the message and the wallet ${checksumAddress(signer)}. Get the message again and sign it.`,
  )
}
