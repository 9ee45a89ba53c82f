import type { Config } from '../config/config.js'

/** Returns the headers of every response: few, because each costs time. See `pageHeaders`. */
export function securityHeaders(mode: Config['mode']): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // A sandbox is served over plain http, so it must not demand https.
    ...(mode === 'live' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * Returns the additional headers of a page. `sources` are its own directives of the content
 * security policy. Its forms can be sent to this service only with `hasForms`.
 */
export function pageHeaders(
  sources: readonly string[],
  { hasForms = false }: { hasForms?: boolean } = {},
): Readonly<Record<string, string>> {
  const forms = `form-action ${hasForms ? "'self'" : "'none'"}`
  const policy = [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    forms,
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  }
}
