const policy = [
  // The service's own origin is not the frame's, not even when somebody opens its address by itself.
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
]

const denied = [
  'camera',
  'clipboard-read',
  'clipboard-write',
  'geolocation',
  'microphone',
  'payment',
]

/**
 * What makes it safe to run a merchant's script: it has no origin, so no cookies, no storage and no way into the page
 * around it, and it can reach no host, ours included. Whatever the frame's address answers has them.
 */
export const frameHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
