import type { Config } from '../config/config.js'

/**
 * Sent with every answer: what matters for data, and no more, because each header costs a request
 * time. JSON that browsers must not take for anything else needs no policy. Pages add `pageHeaders`.
 */
export function securityHeaders(mode: Config['mode']): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // A sandbox is reached over plain http, where browsers must not be told otherwise.
    ...(mode === 'live' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Sent with pages on top. `sources` are the policy's directives beside the ones no page may do without. */
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
