import type { Config } from '../config/config.js'

/**
 * Returns the headers of every response: only those that matter for JSON, because each header costs time. Pages add
 * `pageHeaders`.
 */
export function securityHeaders(mode: Config['mode']): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // A sandbox is served over plain http, so it must not demand https.
    ...(mode === 'live' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Returns the additional headers of a page. `sources` are its own directives of the content security policy. */
export function pageHeaders(sources: readonly string[]): Readonly<Record<string, string>> {
  const policy = ["default-src 'none'", ...sources, ...lockedDown].join('; ')
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  }
}

const lockedDown = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
