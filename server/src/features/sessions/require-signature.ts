import { isSigned, type Signed } from '../../auth/wallet-signature.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'

export type SignedMessage = Omit<Signed, 'hash'> & { message: string }

/**
 * Verifies that a wallet signed a message, with its key or, for a contract wallet, by calling the contract.
 *
 * @throws {AppError} `unauthorized` when it did not, `rate_limited`, `failed` when the chain is not reachable.
 */
export async function requireSignature(
  ctx: Context,
  { message, ...signed }: SignedMessage,
): Promise<void> {
  const { hashMessage } = await import('viem')
  if (await isSigned(ctx, { ...signed, hash: hashMessage(message) })) return
  throw new AppError('unauthorized', 'The signature does not match the wallet and message.')
}
