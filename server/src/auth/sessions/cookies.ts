import { HOUR_MS } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'

export const sessionCookie = 'cb_auth_token'
export const csrfCookie = 'cb_csrf'

/** How long somebody stays signed in. */
export const sessionMs = 12 * HOUR_MS

/**
 * The value of a cookie in a `cookie` header. Of several different ones all but one were planted by somebody,
 * and nobody can tell which: then there is none.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = new Set<string>()
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) values.add(value.join('=').trim())
  }
  const [value] = values
  return values.size === 1 ? (value ?? null) : null
}

/** The `set-cookie` headers that sign somebody in. Scripts may read the CSRF token, never the session. */
export function signInCookies(
  config: Pick<Config, 'baseUrl'>,
  { token, csrfToken }: { token: string; csrfToken: string },
): string[] {
  const rest = `Path=/; Max-Age=${sessionMs / 1_000}${secure(config)}`
  return [
    `${sessionCookie}=${token}; HttpOnly; SameSite=Lax; ${rest}`,
    `${csrfCookie}=${csrfToken}; SameSite=Strict; ${rest}`,
  ]
}

/** The `set-cookie` headers that sign somebody out. */
export function signOutCookies(config: Pick<Config, 'baseUrl'>): string[] {
  const rest = `Path=/; Max-Age=0${secure(config)}`
  return [
    `${sessionCookie}=; HttpOnly; SameSite=Lax; ${rest}`,
    `${csrfCookie}=; SameSite=Strict; ${rest}`,
  ]
}

/** Live mode is always reached over https; a sandbox may not be, and browsers would not keep such a cookie then. */
function secure({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl.startsWith('https:') ? '; Secure' : ''
}
