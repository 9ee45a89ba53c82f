import { DAY_MS } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'
import { secure } from '../sessions/cookies.js'

export const deviceCookie = 'cb_device_token'
export const deviceCsrfCookie = 'cb_device_csrf'
/** Names the device that a request is from, where a person may be signed in too. */
export const deviceHeader = 'x-device-id'

/** The lifetime of a token, which every unlock renews. Browsers keep no cookie for longer. */
export const deviceTokenMs = 400 * DAY_MS

/**
 * Returns the `set-cookie` headers of a device. Scripts can read the CSRF token but not the
 * device's.
 */
export function deviceCookies(
  config: Pick<Config, 'baseUrl'>,
  { token, csrfToken }: { token: string; csrfToken: string },
): string[] {
  const attributes = `SameSite=Strict; Path=/; Max-Age=${deviceTokenMs / 1_000}${secure(config)}`
  return [
    `${deviceCookie}=${token}; HttpOnly; ${attributes}`,
    `${deviceCsrfCookie}=${csrfToken}; ${attributes}`,
  ]
}
