import { createHash } from 'node:crypto'
import type { PortalRef } from '../../../auth/portal-tokens.js'
import { readCookie, secure } from '../../../auth/sessions/cookies.js'
import { DAY_MS } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { TxContext } from '../../../platform/context.js'
import { findSession } from '../read-model/session-store.js'
import type { PortalSession } from './portal-session.js'

const cookieName = 'cb_checkout'
/** A checkout that is idle for an hour has failed, so this is ample. */
const lifetimeMs = DAY_MS

/** Returns the checkout id that a browser holds, or null. */
export function readCheckoutId(cookies: string | undefined): string | null {
  return readCookie(cookies, cookieName)
}

/** Returns the cookie of a new checkout. The browser sends it only to the receipt's own routes. */
export function checkoutCookie(
  config: Pick<Config, 'baseUrl'>,
  { receiptId, checkoutId }: { receiptId: string; checkoutId: string },
): string {
  const path = `/api/portal/${encodeURIComponent(receiptId)}`
  const attributes = `Path=${path}; Max-Age=${lifetimeMs / 1_000}${secure(config)}`
  return `${cookieName}=${checkoutId}; HttpOnly; SameSite=Strict; ${attributes}`
}

/** Returns whether the id is of a checkout on this receipt. */
export async function holdsCheckout(
  { db }: Pick<TxContext, 'db'>,
  { ref, checkoutId }: { ref: PortalRef; checkoutId: string | null },
): Promise<boolean> {
  const session = checkoutId === null ? null : await findSession(db, ref)
  return session !== null && isCheckoutOf(session, checkoutId)
}

/** Returns whether the id is of a checkout in this session. */
export function isCheckoutOf(
  { checkouts }: Pick<PortalSession, 'checkouts'>,
  checkoutId: string | null,
): boolean {
  return checkoutId !== null && checkouts.includes(hashCheckoutId(checkoutId))
}

/** Adds a checkout to a session. Drops the oldest beyond `max`. */
export function addCheckout(
  session: PortalSession,
  { checkoutId, max }: { checkoutId: string; max: number },
): PortalSession {
  const checkouts = [...session.checkouts, hashCheckoutId(checkoutId)].slice(-max)
  return { ...session, checkouts }
}

/** Ids are random, so a plain hash is enough. */
function hashCheckoutId(checkoutId: string): string {
  return createHash('sha256').update(checkoutId).digest('base64url')
}
