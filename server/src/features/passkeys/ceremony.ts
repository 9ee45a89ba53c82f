import { createHash } from 'node:crypto'
import type { PersonId } from '../../auth/person-id.js'
import { createNonce, type NoncePurpose, readNonce } from '../../auth/sessions/nonce.js'
import { insertUsedNonce } from '../../auth/sessions/session-store.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Config } from '../../platform/config/config.js'
import type { Context, TxContext } from '../../platform/context.js'

/** A purpose of a challenge. A response for one does not serve another. */
export type PasskeyPurpose = Extract<NoncePurpose, `passkey-${string}`>

/** How long a browser shows its prompt. A challenge is valid for as long. */
export const promptMs = 300_000

/** The site that passkeys belong to: the host of `BASE_URL`, from exactly its origin. */
export function relyingPartyOf({ baseUrl }: Pick<Config, 'baseUrl'>): {
  id: string
  origin: string
} {
  const { hostname, origin } = new URL(baseUrl)
  return { id: hostname, origin }
}

/** Returns the opaque handle of a person, which authenticators store with a passkey. */
export function userHandleOf(person: PersonId): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`passkey of ${person}`).digest())
}

/** Creates a challenge. Only used ones are stored. */
export function createChallenge(
  ctx: Pick<Context, 'config' | 'now'>,
  purpose: PasskeyPurpose,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(createNonce(ctx, purpose).nonce, 'hex'))
}

/** Marks the challenge of a response as used. */
export type UseChallenge = (inTx: Pick<TxContext, 'db'>) => Promise<void>

/**
 * Checks that a response is for a challenge of this purpose, and was made on this site. Returns the
 * challenge, in base64url.
 *
 * @throws {AppError} `invalid_input` when the client data is malformed, `unauthorized`.
 */
export function checkClientData(
  ctx: Pick<Context, 'config' | 'now'>,
  { clientDataJSON, purpose }: { clientDataJSON: string; purpose: PasskeyPurpose },
): { challenge: string; useChallenge: UseChallenge } {
  const { challenge, origin, crossOrigin } = readClientData(clientDataJSON)
  const relyingParty = relyingPartyOf(ctx.config)
  if (origin !== relyingParty.origin || crossOrigin === true) {
    throw new AppError(
      'unauthorized',
      `The passkey was used on another site. Use it on ${relyingParty.origin}.`,
    )
  }
  const nonce = Buffer.from(challenge, 'base64url').toString('hex')
  const expiresAt = readNonce(ctx, { nonce, purpose })
  if (expiresAt === null) throw unusableChallenge()
  return {
    challenge,
    async useChallenge({ db }) {
      if (!(await insertUsedNonce(db, { nonce, expiresAt }))) throw unusableChallenge()
    },
  }
}

function readClientData(encoded: string): {
  challenge: string
  origin: string
  crossOrigin?: unknown
} {
  try {
    const data = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    if (typeof data.challenge === 'string' && typeof data.origin === 'string') return data
  } catch {
    // Not JSON: reported below.
  }
  throw invalidInput('response.clientDataJSON must be the client data of a passkey response.')
}

function unusableChallenge(): AppError {
  return new AppError(
    'unauthorized',
    'The challenge is unknown, expired or already used. Get new options and try again.',
  )
}

/** Returns the error for a response that does not verify. */
export function notVerified(cause: unknown): AppError {
  return new AppError(
    'unauthorized',
    'The passkey could not be verified. Use a passkey of this site, and unlock it with your fingerprint, face or PIN.',
    { cause },
  )
}
