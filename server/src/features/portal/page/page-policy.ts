import { createHash } from 'node:crypto'
import { ownOrigins } from '../../../auth/sessions/own-origins.js'
import type { Config } from '../../../platform/config/config.js'
import { pageHeaders } from '../../../platform/http/security-headers.js'

/**
 * What a payment page may do, which is little: its own scripts, exactly these styles, pictures of ours or in the page,
 * calls to us. Frames only of the one address that runs a merchant's script, or that script could lead its frame on.
 */
export function pagePolicy(
  { styles, frame }: { styles: readonly string[]; frame: string | null },
  config: Pick<Config, 'baseUrl' | 'payUrl'>,
): Readonly<Record<string, string>> {
  const frames =
    frame === null ? [] : [...new Set(ownOrigins(config))].map((origin) => `${origin}${frame}`)
  return pageHeaders([
    "script-src 'self'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ])
}

function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
