import { AppError } from '../../lib/errors.js'
import { type Address, isSameAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'

export type SignedMessage = {
  wallet: Address
  message: string
  signature: `0x${string}`
  chainId: number
}

/**
 * Makes sure that a wallet signed a message: by its own key, or, for a contract, by asking the contract.
 *
 * @throws {AppError} `unauthorized` when it did not, `failed` when the chain could not be asked.
 */
export async function requireSignature(ctx: Context, signed: SignedMessage): Promise<void> {
  if (await isSignedByKey(signed)) return
  if (ctx.chain && signed.chainId === ctx.config.chainId && (await isSignedByContract(ctx, signed)))
    return
  throw new AppError('unauthorized', 'The signature does not fit wallet and message')
}

async function isSignedByKey({ wallet, message, signature }: SignedMessage): Promise<boolean> {
  const { recoverMessageAddress } = await import('viem')
  try {
    return isSameAddress(await recoverMessageAddress({ message, signature }), wallet)
  } catch {
    // Not a signature of a key at all; a contract may still know it.
    return false
  }
}

/** Unknown is not refused: whoever cannot be checked now may be right. */
async function isSignedByContract(
  { chain, log }: Context,
  { wallet: address, message, signature }: SignedMessage,
): Promise<boolean> {
  try {
    return (await chain?.isSignedByContract({ address, message, signature })) ?? false
  } catch (error) {
    log.warn({ err: error }, 'chain could not be asked about a signature')
    throw new AppError(
      'failed',
      'The chain could not be asked about this wallet. Try again later.',
      { cause: error },
    )
  }
}
