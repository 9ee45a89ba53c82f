import { ownOrigins } from '../../auth/own-hosts.js'
import { readNonce } from '../../auth/sessions/nonce.js'
import { insertUsedNonce } from '../../auth/sessions/session-store.js'
import type { Person } from '../../auth/sessions/sessions.js'
import { isSigned, type SignedHash } from '../../auth/wallet-signature.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import type { AssertionResponse } from '../passkeys/schemas.js'
import { usePasskey } from '../passkeys/use-passkey.js'
import { checkMessage } from './check-message.js'
import { addMerchant, admitNewMerchant, type MerchantCreation } from './create-merchant.js'
import { confirmSession, type SignedIn, startSession } from './session.js'

export type SignInInput = MerchantCreation &
  SignedProof & {
    /** Whether the wallet signs in to pay, which creates no merchant. */
    asBuyer: boolean
    userAgent: string
  }

/** A sign-in message and its signature. */
export type SignedProof = Pick<SignedMessage, 'message' | 'signature' | 'runContractCheck'>

/**
 * Creates a session for the wallet that signed the message. Also creates the wallet's merchant,
 * unless the wallet is a member of one, signs in as a buyer, or too many merchants are new. Open
 * invitations stay open.
 *
 * @throws {AppError} `invalid_input`, `unauthorized`, `rate_limited` and `failed`, as
 *   `verifyWallet`.
 */
export async function signIn(
  ctx: Context,
  input: SignInInput,
): Promise<SignedIn & { wallet: Address }> {
  const { wallet, useNonce } = await verifyWallet(ctx, input)
  const { correlationId, userAgent } = input
  // Before the transaction, which would occupy a connection while the limiter needs another.
  const isAdmitted = await admitNewMerchant(ctx, { ...input, wallet })
  const signedIn = await inTransaction(ctx, async (inTx) => {
    await useNonce(inTx)
    if (isAdmitted) await addMerchant(inTx, { wallet, correlationId })
    return startSession(inTx, { person: wallet, userAgent, correlationId })
  })
  return { wallet, ...signedIn }
}

/** A proof that a person is present: a signature of their wallet, or one of their passkeys. */
export type Proof = SignedProof | { passkey: AssertionResponse }

/**
 * Proves again that the person of a session is present.
 *
 * @throws {AppError} `forbidden` when the wallet or passkey is another person's; and as
 *   `verifyWallet` and `usePasskey`.
 */
export async function stepUp(
  ctx: Context,
  { person, proof, correlationId }: { person: Person; proof: Proof; correlationId: string },
): Promise<void> {
  if ('passkey' in proof) {
    await usePasskey(ctx, {
      response: proof.passkey,
      purpose: 'passkey-step-up',
      person: person.id,
      correlationId,
    })
    await inTransaction(ctx, (inTx) => confirmSession(inTx, { person, correlationId }))
    return
  }
  const { wallet, useNonce } = await verifyWallet(ctx, proof)
  if (wallet !== person.id) {
    throw new AppError('forbidden', 'Another wallet signed. Sign with the wallet of this session.')
  }
  await inTransaction(ctx, async (inTx) => {
    await useNonce(inTx)
    await confirmSession(inTx, { person, correlationId })
  })
}

/**
 * Verifies that a wallet signed a sign-in message for this service. Its nonce counts only once the
 * caller uses it in a transaction.
 *
 * @throws {AppError} `invalid_input` when it is not a sign-in message; `unauthorized` when the
 *   message is for another origin, not valid now, already used, or not signed by the wallet;
 *   `rate_limited` and `failed` when a contract wallet could not be verified.
 */
async function verifyWallet(
  ctx: Context,
  proof: SignedProof,
): Promise<{ wallet: Address; useNonce: (inTx: TxContext) => Promise<void> }> {
  const { wallet, nonce, chainId } = await checkMessage(proof.message, {
    origins: ownOrigins(ctx.config),
    now: ctx.now(),
  })
  const expiresAt = readNonce(ctx, { nonce, purpose: 'sign-in-nonce' })
  if (expiresAt === null)
    throw new AppError(
      'unauthorized',
      'The nonce is unknown or expired. Get a new one from GET /api/auth/nonce.',
    )
  await requireSignature(ctx, { ...proof, wallet, chainId })
  const useNonce = async ({ db }: TxContext) => {
    if (await insertUsedNonce(db, { nonce, expiresAt })) return
    throw new AppError(
      'unauthorized',
      'The nonce was already used. Get a new one from GET /api/auth/nonce.',
    )
  }
  return { wallet, useNonce }
}

type SignedMessage = Omit<SignedHash, 'hash'> & { message: string }

/**
 * Verifies that a wallet signed a message, with its key or, for a contract wallet, by calling the
 * contract.
 *
 * @throws {AppError} `unauthorized` when it did not, `rate_limited`, `failed` when the chain is
 *   not reachable.
 */
async function requireSignature(
  ctx: Context,
  { message, ...signed }: SignedMessage,
): Promise<void> {
  const { hashMessage } = await import('viem')
  if (await isSigned(ctx, { ...signed, hash: hashMessage(message) })) return
  throw new AppError('unauthorized', 'The signature does not match the wallet and message.')
}
