import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { deriveKey } from '../../platform/secrets/derived-key.js'

const nonceMs = 5 * MINUTE_MS

const randomLength = 12
const timeLength = 6
const macLength = 14

/** The use of a signed message with the nonce. A proof for one request must not start a session. */
export type NoncePurpose =
  | 'sign-in-nonce'
  | 'siwx-nonce'
  | 'passkey-sign-in'
  | 'passkey-step-up'
  | 'passkey-registration'
  | 'passkey-join'

/** Creates a nonce with its expiry and a MAC. Only used ones are stored: others cost nothing. */
export function createNonce(
  ctx: Pick<Context, 'config' | 'now'>,
  purpose: NoncePurpose,
): { nonce: string; expiresAt: UnixMs } {
  const expiresAt = unixMs(ctx.now() + nonceMs)
  const time = Buffer.alloc(timeLength)
  time.writeUIntBE(expiresAt, 0, timeLength)
  const body = Buffer.concat([randomBytes(randomLength), time])
  return {
    nonce: Buffer.concat([body, macOf(ctx.config.jwtSecret, body, purpose)]).toString('hex'),
    expiresAt,
  }
}

/** Returns the expiry of a nonce, or null if it is forged, expired or for another purpose. */
export function readNonce(
  ctx: Pick<Context, 'config' | 'now'>,
  { nonce, purpose }: { nonce: string; purpose: NoncePurpose },
): UnixMs | null {
  const bytes = Buffer.from(nonce, 'hex')
  const bodyLength = randomLength + timeLength
  if (bytes.length !== bodyLength + macLength || bytes.toString('hex') !== nonce) return null

  const body = bytes.subarray(0, bodyLength)
  const { jwtSecret, jwtPreviousSecret } = ctx.config
  const isAuthentic = [jwtSecret, jwtPreviousSecret].some(
    (secret) => secret && timingSafeEqual(bytes.subarray(bodyLength), macOf(secret, body, purpose)),
  )
  if (!isAuthentic) return null
  const expiresAt = unixMs(body.readUIntBE(randomLength, timeLength))
  return expiresAt > ctx.now() ? expiresAt : null
}

function macOf(secret: string, body: Buffer, purpose: NoncePurpose): Buffer {
  const key = deriveKey(secret, purpose)
  return createHmac('sha256', key).update(body).digest().subarray(0, macLength)
}
