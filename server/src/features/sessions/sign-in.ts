import { ownOrigins } from '../../auth/own-hosts.js'
import { sessionMs } from '../../auth/sessions/cookies.js'
import { readNonce } from '../../auth/sessions/nonce.js'
import { createSessionKeys, csrfTokenOf } from '../../auth/sessions/session-keys.js'
import {
  endSessions,
  findSessionMemberships,
  insertSession,
  insertUsedNonce,
} from '../../auth/sessions/session-store.js'
import { writeSessionToken } from '../../auth/sessions/session-token.js'
import type { Person } from '../../auth/sessions/sessions.js'
import { isSigned, type Signed } from '../../auth/wallet-signature.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { checkMessage } from './check-message.js'
import { addMerchant, admitNewMerchant, type MerchantCreation } from './create-merchant.js'

export type SignInInput = MerchantCreation &
  Pick<SignedMessage, 'message' | 'signature' | 'runContractCheck'> & {
    /** Whether the wallet signs in to pay, which creates no merchant. */
    asBuyer: boolean
  }

export type SignedIn = { wallet: Address; token: string; csrfToken: string }

/**
 * Creates a session for the wallet that signed the message. Also creates the wallet's merchant,
 * unless the wallet is a member of one, signs in as a buyer, or too many merchants are new. Open
 * invitations stay open.
 *
 * @throws {AppError} `invalid_input` when it is not a sign-in message; `unauthorized` when the
 *   message is for another origin, not valid now, already used, or not signed by the wallet;
 *   `rate_limited` and `failed` when a contract wallet could not be verified.
 */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignedIn> {
  const { wallet, nonce, chainId } = await checkMessage(input.message, {
    origins: ownOrigins(ctx.config),
    now: ctx.now(),
  })
  const expiresAt = readNonce(ctx, { nonce, purpose: 'sign-in-nonce' })
  if (expiresAt === null)
    throw new AppError(
      'unauthorized',
      'The nonce is unknown or expired. Get a new one from GET /api/auth/nonce.',
    )
  await requireSignature(ctx, { ...input, wallet, chainId })

  const { correlationId } = input
  // Before the transaction, which would occupy a connection while the limiter needs another.
  const isAdmitted = await admitNewMerchant(ctx, { ...input, wallet })
  const createdAt = ctx.now()
  const id = ctx.newId('ses')
  const session = { wallet, id, createdAt, expiresAt: unixMs(createdAt + sessionMs) }
  await ctx.db.transaction(async (tx) => {
    if (!(await insertUsedNonce(tx, { nonce, expiresAt }))) {
      throw new AppError(
        'unauthorized',
        'The nonce was already used. Get a new one from GET /api/auth/nonce.',
      )
    }
    const inTx = { ...ctx, db: tx }
    if (isAdmitted) await addMerchant(inTx, { wallet, correlationId })
    await insertSession(tx, session)
    const memberships = (await findSessionMemberships(tx, { wallet, id, now: createdAt })) ?? []
    const after = { expiresAt: session.expiresAt }
    const person = { wallet, sessionId: id, memberships }
    await recordSession(inTx, { person, action: 'session.started', after, correlationId })
  })

  const keys = createSessionKeys(ctx.config)
  return {
    wallet,
    token: await writeSessionToken(keys, { ...session, audience: ctx.config.baseUrl }),
    csrfToken: csrfTokenOf(keys.current, id),
  }
}

type SessionChange = {
  person: Pick<Person, 'wallet' | 'sessionId' | 'memberships'>
  action: 'session.started' | 'session.ended'
  after: Record<string, unknown>
  correlationId: string
}

/**
 * Records a sign-in or sign-out in the audit log of the person's first merchant, which is their own
 * if they have one. A buyer belongs to none and leaves no entry.
 */
async function recordSession(ctx: TxContext, change: SessionChange): Promise<void> {
  const { person, action, after, correlationId } = change
  const { wallet, sessionId, memberships } = person
  const [first] = memberships
  if (!first) return
  const by = { merchant: first.merchant, wallet, role: first.role, correlationId }
  await recordChange(ctx, { by, action, target: sessionId, before: null, after })
}

/** Ends the person's session, or all of their sessions, effective at once in every process. */
export async function signOut(
  ctx: Context,
  input: { person: Person; everywhere: boolean; correlationId: string },
): Promise<void> {
  const { person, everywhere, correlationId } = input
  const { wallet, sessionId } = person
  await ctx.db.transaction(async (tx) => {
    const id = everywhere ? null : sessionId
    await endSessions(tx, { wallet, id, now: ctx.now() })
    await recordSession(
      { ...ctx, db: tx },
      { person, action: 'session.ended', after: { everywhere }, correlationId },
    )
  })
}

type SignedMessage = Omit<Signed, 'hash'> & { message: string }

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
