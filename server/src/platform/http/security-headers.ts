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

/** Permissions of a page beyond showing itself. */
export type PageRights = {
  /** Whether its forms can be sent to this service. */
  hasForms?: boolean
  /** The sites that may show it in a frame. */
  embedOrigins?: readonly string[]
  /** Whether our own pages may show it in a frame. */
  isShownByOurPages?: boolean
  /** Whether the page that opened it in a tab stays connected with it. */
  keepsOpener?: boolean
}

/**
 * Returns the additional headers of a page. `sources` are its own directives of the content
 * security policy.
 */
export function pageHeaders(
  sources: readonly string[],
  {
    hasForms = false,
    embedOrigins = [],
    isShownByOurPages = false,
    keepsOpener = false,
  }: PageRights = {},
): Readonly<Record<string, string>> {
  const forms = `form-action ${hasForms ? "'self'" : "'none'"}`
  const ancestors = [...(isShownByOurPages ? ["'self'"] : []), ...embedOrigins]
  const isFramed = embedOrigins.length > 0
  const xFrameOptions = isShownByOurPages ? 'SAMEORIGIN' : 'DENY'
  const policy = [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    forms,
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ')
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': keepsOpener ? 'unsafe-none' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    // It cannot name sites, and browsers that read the policy ignore it.
    ...(isFramed ? {} : { 'x-frame-options': xFrameOptions }),
  }
}
