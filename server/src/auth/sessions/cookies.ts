import type { FastifyRequest } from 'fastify'
import { HOUR_MS } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'

export const sessionCookie = 'cb_auth_token'
export const csrfCookie = 'cb_csrf'

/** The lifetime of a session. */
export const sessionMs = 12 * HOUR_MS

/** Returns the browser that signs in, as it states itself. Long names are cut off. */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['user-agent'] ?? '').slice(0, 200)
}

/** Returns the value of a cookie, or `null` when values differ: all but one were planted. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = new Set<string>()
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) values.add(value.join('=').trim())
  }
  const [value] = values
  return values.size === 1 ? (value ?? null) : null
}

/** Returns the `set-cookie` headers of a sign-in. Scripts can read only the CSRF token. */
export function signInCookies(
  config: Pick<Config, 'baseUrl'>,
  { token, csrfToken }: { token: string; csrfToken: string },
): string[] {
  const attributes = `Path=/; Max-Age=${sessionMs / 1_000}${secure(config)}`
  return [
    `${sessionCookie}=${token}; HttpOnly; SameSite=Lax; ${attributes}`,
    `${csrfCookie}=${csrfToken}; SameSite=Strict; ${attributes}`,
  ]
}

/** Returns the `set-cookie` headers of a sign-out. */
export function signOutCookies(config: Pick<Config, 'baseUrl'>): string[] {
  const attributes = `Path=/; Max-Age=0${secure(config)}`
  return [
    `${sessionCookie}=; HttpOnly; SameSite=Lax; ${attributes}`,
    `${csrfCookie}=; SameSite=Strict; ${attributes}`,
  ]
}

/** Omits `Secure` on plain http (sandbox only), because browsers would reject the cookie. */
export function secure({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl.startsWith('https:') ? '; Secure' : ''
}
