import { errors, jwtVerify, SignJWT } from 'jose'
import { type Address, parseAddress } from '../../lib/hex.js'
import { toUnixSeconds, type UnixMs } from '../../lib/time.js'
import type { SessionKey, SessionKeys } from './session-keys.js'

const algorithm = 'HS256'
const issuer = 'tallystick'

export type SessionClaims = { wallet: Address; sessionId: string; key: SessionKey }

/** Signs the token of a session with the current key. */
export function writeSessionToken(
  keys: SessionKeys,
  session: { wallet: Address; id: string; createdAt: UnixMs; expiresAt: UnixMs; audience: string },
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: keys.current.id })
    .setIssuer(issuer)
    .setAudience(session.audience)
    .setSubject(session.wallet)
    .setJti(session.id)
    .setIssuedAt(toUnixSeconds(session.createdAt))
    .setExpirationTime(toUnixSeconds(session.expiresAt))
    .sign(keys.current.tokenKey)
}

/** Verifies a token. Returns `null` when it is forged, expired, malformed or for another audience. */
export async function readSessionToken(
  keys: SessionKeys,
  input: { token: string; audience: string; now: UnixMs },
): Promise<SessionClaims | null> {
  let signedBy: SessionKey | null = null
  try {
    const { payload } = await jwtVerify(
      input.token,
      ({ kid }) => {
        signedBy = keys.find(kid ?? '')
        if (!signedBy) throw new errors.JWKSNoMatchingKey()
        return signedBy.tokenKey
      },
      {
        algorithms: [algorithm],
        issuer,
        audience: input.audience,
        typ: 'JWT',
        requiredClaims: ['exp', 'sub', 'jti'],
        currentDate: new Date(input.now),
      },
    )
    const wallet = parseAddress(payload.sub ?? '')
    if (!wallet || !payload.jti || !signedBy) return null
    return { wallet, sessionId: payload.jti, key: signedBy }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
