import { createHmac } from 'node:crypto'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../../lib/time.js'
import { isSameSecret } from '../../../platform/secrets/seal.js'

/** How far the time of a signature may be from now. */
const toleranceMs = 5 * MINUTE_MS
/** A header has one signature per secret while a secret is replaced. */
const maxSignatures = 5

/** Returns the header value that signs a body at a time: `t=<seconds>,v1=<hex>`. */
export function signCallback(secret: string, { body, at }: { body: string; at: UnixMs }): string {
  const seconds = String(Math.floor(at / SECOND_MS))
  return `t=${seconds},v1=${signatureOf(secret, seconds, body)}`
}

/**
 * Returns why a signature header does not prove a body, or null if it does. One of its signatures
 * must match, within five minutes of its time.
 */
export function findSignatureFlaw(
  secret: string,
  { header, body, now }: { header: string; body: string; now: UnixMs },
): string | null {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const valuesOf = (name: string) =>
    parts.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
  const [seconds, ...others] = valuesOf('t')
  if (seconds === undefined || others.length > 0 || !/^\d{1,12}$/.test(seconds)) {
    return 'The signature has no valid time.'
  }
  const expected = signatureOf(secret, seconds, body)
  const signatures = valuesOf('v1').slice(0, maxSignatures)
  if (!signatures.some((signature) => isSameSecret(signature, expected))) {
    return 'The signature does not match the body.'
  }
  // After the signature, so that a forger learns nothing about the clock.
  const ageMs = now - Number(seconds) * SECOND_MS
  return Math.abs(ageMs) > toleranceMs
    ? 'The time of the signature is more than five minutes away.'
    : null
}

/**
 * Returns why an event with this time is refused, or null. Events are applied in the order of their
 * times, so one far ahead would keep all later ones from counting.
 */
export function findTimeFlaw(at: UnixMs, now: UnixMs): string | null {
  return at - now > toleranceMs ? 'The time of the event is more than five minutes ahead.' : null
}

function signatureOf(secret: string, seconds: string, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}
