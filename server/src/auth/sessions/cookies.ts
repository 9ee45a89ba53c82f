import { HOUR_MS } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'

export const sessionCookie = 'cb_auth_token'
export const csrfCookie = 'cb_csrf'

/** How long somebody stays signed in. */
export const sessionMs = 12 * HOUR_MS

/** The value of a cookie in a `cookie` header; the first one counts when there are several. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return null
}

/** The `set-cookie` headers that sign somebody in. Scripts may read the CSRF token, never the session. */
export function signInCookies(
  config: Pick<Config, 'mode'>,
  { token, csrfToken }: { token: string; csrfToken: string },
): string[] {
  const rest = `Path=/; Max-Age=${sessionMs / 1_000}${secure(config)}`
  return [
    `${sessionCookie}=${token}; HttpOnly; SameSite=Lax; ${rest}`,
    `${csrfCookie}=${csrfToken}; SameSite=Strict; ${rest}`,
  ]
}

/** The `set-cookie` headers that sign somebody out. */
export function signOutCookies(config: Pick<Config, 'mode'>): string[] {
  const rest = `Path=/; Max-Age=0${secure(config)}`
  return [
    `${sessionCookie}=; HttpOnly; SameSite=Lax; ${rest}`,
    `${csrfCookie}=; SameSite=Strict; ${rest}`,
  ]
}

/** A sandbox is reached over plain http, where browsers would not keep such a cookie. */
function secure({ mode }: Pick<Config, 'mode'>): string {
  return mode === 'live' ? '; Secure' : ''
}
