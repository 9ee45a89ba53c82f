import type { RunContractCheck } from '../../auth/contract-checks.js'
import type { Ownership } from '../../auth/merchants/ownership-store.js'
import { isSigned } from '../../auth/wallet-signature.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS, type UnixMs } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { hashOwnershipMessage, type OwnershipAction } from './ownership-message.js'

/** How long a new message can be used. Both wallets must sign it in this time. */
export const messageMs = DAY_MS

/** The parts of a signed message that the caller repeats. */
export type SignedTerms = { nonce: string; expiresAt: number }

/** A signature, the wallet that must have made it, and the field that holds it. */
export type ExpectedSignature = { wallet: Address; signature: Hex; field: string }

/**
 * Requires that every wallet signed the message, and that it is current. Each change replaces the
 * nonce, so a message works once.
 *
 * @throws {AppError} `conflict` when the nonce is not current, `invalid_input` when the message
 *   has expired or lasts too long, `forbidden` when a signature does not match, `rate_limited` and
 *   `failed` when a contract wallet could not be verified.
 */
export async function requireSigned(
  ctx: Context,
  input: {
    action: OwnershipAction
    ownership: Ownership
    other: Address
    terms: SignedTerms
    signatures: readonly ExpectedSignature[]
    runContractCheck: RunContractCheck
  },
): Promise<void> {
  const { action, ownership, other, terms, signatures, runContractCheck } = input
  if (terms.nonce !== ownership.nonce) throw nonceUsed()
  const expiresAt = readExpiry(terms.expiresAt, ctx.now())
  const hash = await hashOwnershipMessage(ctx.config, { action, ownership, other, expiresAt })
  for (const { wallet, signature, field } of signatures) {
    const { chainId } = ctx.config
    if (await isSigned(ctx, { wallet, hash, signature, chainId, runContractCheck })) continue
    throw new AppError(
      'forbidden',
      `${field} does not match the message and the wallet. Get the message again and sign it.`,
    )
  }
}

/** Returns the error for a message that was used, or is older than another change. */
export function nonceUsed(): AppError {
  return new AppError(
    'conflict',
    'The nonce is not current: the ownership has changed since. Get a new message and sign it.',
  )
}

function readExpiry(expiresAt: number, now: UnixMs): UnixMs {
  if (expiresAt <= now) throw invalidInput('The message has expired. Get a new one and sign it.')
  if (expiresAt > now + messageMs) {
    throw invalidInput('expiresAt must be within one day. Get a new message.')
  }
  return expiresAt as UnixMs
}
