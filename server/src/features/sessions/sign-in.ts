import { ownPrincipal, type Principal } from '../../auth/caller.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import { sessionMs } from '../../auth/sessions/cookies.js'
import { csrfTokenOf } from '../../auth/sessions/csrf-token.js'
import { ownOrigins } from '../../auth/sessions/own-origins.js'
import { createSessionKeys } from '../../auth/sessions/session-keys.js'
import { insertSession, insertUsedNonce } from '../../auth/sessions/session-store.js'
import { writeSessionToken } from '../../auth/sessions/session-token.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { joinMerchants } from '../members/join-merchants.js'
import { checkMessage } from './check-message.js'
import { readNonce } from './nonce.js'
import { requireSignature, type SignedMessage } from './require-signature.js'

export type SignInInput = Pick<SignedMessage, 'message' | 'signature' | 'runContractCheck'> & {
  correlationId: string
}

export type SignedIn = { wallet: Address; token: string; csrfToken: string }

/**
 * Creates a session for the wallet that signed the message. The first sign-in creates the wallet's own merchant, and
 * every sign-in accepts open invitations.
 *
 * @throws {AppError} `invalid_input` when it is not a sign-in message; `unauthorized` when the message is for another
 *   origin, not valid now, already used, or not signed by the wallet; `rate_limited` and `failed` when a contract
 *   wallet could not be verified.
 */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignedIn> {
  const { wallet, nonce, chainId } = await checkMessage(input.message, {
    origins: ownOrigins(ctx.config),
    now: ctx.now(),
  })
  const expiresAt = readNonce(ctx, nonce)
  if (expiresAt === null)
    throw new AppError(
      'unauthorized',
      'The nonce is unknown or expired. Get a new one from GET /api/auth/nonce.',
    )
  await requireSignature(ctx, { ...input, wallet, chainId })

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
    const by = ownPrincipal(wallet, input.correlationId)
    await registerWallet(inTx, { by, wallet })
    await insertSession(tx, session)
    const after = { expiresAt: session.expiresAt }
    await recordChange(inTx, { by, action: 'session.started', target: id, before: null, after })
  })

  const keys = createSessionKeys(ctx.config)
  return {
    wallet,
    token: await writeSessionToken(keys, { ...session, audience: ctx.config.baseUrl }),
    csrfToken: csrfTokenOf(keys.current, id),
  }
}

async function registerWallet(
  ctx: TxContext,
  { by, wallet }: { by: Principal; wallet: Address },
): Promise<void> {
  const plan = 'starter'
  const subscriptionId = ctx.newId('dsub')
  const createdAt = ctx.now()
  const isNew = await insertMerchant(ctx.db, { wallet, subscriptionId, plan, createdAt })
  if (isNew) {
    const after = { plan }
    await recordChange(ctx, { by, action: 'merchant.created', target: wallet, before: null, after })
  }
  await joinMerchants(ctx, by)
}
