import { createHash } from 'node:crypto'
import { ownOrigins } from '../../auth/sessions/own-origins.js'
import type { Config } from '../../platform/config/config.js'
import { pageHeaders } from '../../platform/http/security-headers.js'

/**
 * Returns the headers with the page's CSP: its own scripts, exactly these styles, own or inline images, calls to this
 * service. Only the path `frame` may be framed, so that a merchant's script cannot navigate its frame elsewhere.
 */
export function pagePolicy(
  { styles, frame }: { styles: readonly string[]; frame: string | null },
  config: Pick<Config, 'baseUrl' | 'payUrl'>,
): Readonly<Record<string, string>> {
  const frames =
    frame === null ? [] : [...new Set(ownOrigins(config))].map((origin) => `${origin}${frame}`)
  return pageHeaders([
    "script-src 'self'",
    `style-src ${styles.map(hashStyle).join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ])
}

function hashStyle(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
