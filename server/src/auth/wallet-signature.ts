import { AppError } from '../lib/errors.js'
import { type Address, isSameAddress } from '../lib/hex.js'
import type { Hex } from '../platform/chain/chain.js'
import type { Context } from '../platform/context.js'
import type { RunContractCheck } from './contract-checks.js'

export type SignedHash = {
  wallet: Address
  /** The hash that was signed: of a text message (EIP-191) or of typed data (EIP-712). */
  hash: Hex
  signature: Hex
  chainId: number
  /** Runs the check of a contract wallet, which the node pays for. */
  runContractCheck: RunContractCheck
}

/**
 * Returns whether a wallet signed a hash, with its key or, for a contract wallet, by calling the
 * contract.
 *
 * @throws {AppError} `rate_limited`, `failed` when the chain is not reachable.
 */
export async function isSigned(ctx: Context, signed: SignedHash): Promise<boolean> {
  if (await isSignedByKey(signed)) return true
  if (!ctx.chain || signed.chainId !== ctx.config.chainId) return false
  return signed.runContractCheck(() => isSignedByContract(ctx, signed))
}

/** Returns whether the wallet's own key signed a hash. If not, ask the chain: see EIP-1271. */
export async function isSignedByKey(
  signed: Pick<SignedHash, 'wallet' | 'hash' | 'signature'>,
): Promise<boolean> {
  const { wallet, hash, signature } = signed
  const { recoverAddress } = await import('viem')
  try {
    return isSameAddress(await recoverAddress({ hash, signature }), wallet)
  } catch {
    // Not an ECDSA signature. A contract wallet may still accept it.
    return false
  }
}

/** Throws a retryable error when the chain is unreachable, because the signature may be valid. */
async function isSignedByContract(
  { chain, log }: Context,
  { wallet: address, hash, signature }: SignedHash,
): Promise<boolean> {
  try {
    return (await chain?.isSignedByContract({ address, hash, signature })) ?? false
  } catch (error) {
    log.warn({ err: error }, 'verifying a contract wallet signature failed')
    throw new AppError(
      'failed',
      'The signature of this wallet could not be verified on chain. Try again later.',
      { cause: error },
    )
  }
}
