import { errors, jwtVerify, SignJWT } from 'jose'
import { toUnixSeconds, type UnixMs } from '../../lib/time.js'
import { type PersonId, parsePerson } from '../person-id.js'
import type { SessionKey, SessionKeys } from './session-keys.js'

const algorithm = 'HS256'
const issuer = 'tallystick'

/** Sessions and devices have different types and keys, so that neither token works as the other. */
const tokenKinds = {
  session: { typ: 'JWT', keyOf: ({ tokenKey }: SessionKey) => tokenKey },
  device: { typ: 'device+jwt', keyOf: ({ deviceKey }: SessionKey) => deviceKey },
}

type TokenKind = keyof typeof tokenKinds

export type SessionClaims = { person: PersonId; sessionId: string; key: SessionKey }

/** Signs a token with the current key. */
export function writeToken(
  keys: SessionKeys,
  kind: TokenKind,
  token: {
    subject: string
    id: string
    createdAt: UnixMs
    expiresAt: UnixMs
    audience: string
  },
): Promise<string> {
  const { typ, keyOf } = tokenKinds[kind]
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ, kid: keys.current.id })
    .setIssuer(issuer)
    .setAudience(token.audience)
    .setSubject(token.subject)
    .setJti(token.id)
    .setIssuedAt(toUnixSeconds(token.createdAt))
    .setExpirationTime(toUnixSeconds(token.expiresAt))
    .sign(keyOf(keys.current))
}

/** Signs the token of a session with the current key. */
export function writeSessionToken(
  keys: SessionKeys,
  session: {
    person: PersonId
    id: string
    createdAt: UnixMs
    expiresAt: UnixMs
    audience: string
  },
): Promise<string> {
  return writeToken(keys, 'session', { ...session, subject: session.person })
}

/** Verifies a token. Returns `null` if it is forged, expired, malformed or not of this kind or audience. */
export async function readToken(
  keys: SessionKeys,
  kind: TokenKind,
  input: { token: string; audience: string; now: UnixMs },
): Promise<{ subject: string; id: string; key: SessionKey } | null> {
  const { typ, keyOf } = tokenKinds[kind]
  let signedBy: SessionKey | null = null
  try {
    const { payload } = await jwtVerify(
      input.token,
      ({ kid }) => {
        signedBy = keys.find(kid ?? '')
        if (!signedBy) throw new errors.JWKSNoMatchingKey()
        return keyOf(signedBy)
      },
      {
        algorithms: [algorithm],
        issuer,
        audience: input.audience,
        typ,
        requiredClaims: ['exp', 'sub', 'jti'],
        currentDate: new Date(input.now),
      },
    )
    if (!payload.sub || !payload.jti || !signedBy) return null
    return { subject: payload.sub, id: payload.jti, key: signedBy }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Verifies the token of a session, like `readToken`. */
export async function readSessionToken(
  keys: SessionKeys,
  input: { token: string; audience: string; now: UnixMs },
): Promise<SessionClaims | null> {
  const claims = await readToken(keys, 'session', input)
  const person = claims && parsePerson(claims.subject)
  return person && { person, sessionId: claims.id, key: claims.key }
}
