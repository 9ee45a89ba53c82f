import type { RunContractCheck } from '../../auth/contract-checks.js'
import { AppError } from '../../lib/errors.js'
import { type Address, isSameAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'

export type SignedMessage = {
  wallet: Address
  message: string
  signature: `0x${string}`
  chainId: number
  /** Runs the check of a contract wallet, which the node pays for. */
  runContractCheck: RunContractCheck
}

/**
 * Verifies that a wallet signed a message, with its key or, for a contract wallet, by calling the contract.
 *
 * @throws {AppError} `unauthorized` when it did not, `rate_limited`, `failed` when the chain is not reachable.
 */
export async function requireSignature(ctx: Context, signed: SignedMessage): Promise<void> {
  if (await isSignedByKey(signed)) return
  const isOnOurChain = ctx.chain !== null && signed.chainId === ctx.config.chainId
  if (isOnOurChain && (await signed.runContractCheck(() => isSignedByContract(ctx, signed)))) return
  throw new AppError('unauthorized', 'The signature does not match the wallet and message.')
}

async function isSignedByKey({ wallet, message, signature }: SignedMessage): Promise<boolean> {
  const { recoverMessageAddress } = await import('viem')
  try {
    return isSameAddress(await recoverMessageAddress({ message, signature }), wallet)
  } catch {
    // Not an ECDSA signature. A contract wallet may still accept it.
    return false
  }
}

/** Fails with a retryable error when the chain is not reachable, because the signature may be valid. */
async function isSignedByContract(
  { chain, log }: Context,
  { wallet: address, message, signature }: SignedMessage,
): Promise<boolean> {
  try {
    return (await chain?.isSignedByContract({ address, message, signature })) ?? false
  } catch (error) {
    log.warn({ err: error }, 'verifying a contract wallet signature failed')
    throw new AppError(
      'failed',
      'The signature of this wallet could not be verified on chain. Try again later.',
      { cause: error },
    )
  }
}
