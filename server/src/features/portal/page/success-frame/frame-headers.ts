const policy = [
  // Removes the service's origin even when the frame's address is opened on its own.
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
 * Isolates a merchant's script. Without an origin it has no cookies, no storage and no access to the page around it. It
 * can call no host, not even this service. Every response of the frame's address carries these headers.
 */
export const frameHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
