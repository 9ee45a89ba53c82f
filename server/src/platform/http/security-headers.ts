import type { Config } from '../config/config.js'

/**
 * Sent with every answer. The policy allows nothing at all, which is right for data; a page states
 * its own, wider one.
 */
export function securityHeaders(mode: Config['mode']): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // A sandbox is reached over plain http, where browsers must not be told otherwise.
    ...(mode === 'live' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
