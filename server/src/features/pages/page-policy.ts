import { createHash } from 'node:crypto'
import { ownOrigins } from '../../auth/own-hosts.js'
import type { Config } from '../../platform/config/config.js'
import { pageHeaders } from '../../platform/http/security-headers.js'
import { rememberLatest } from '../../platform/remember-latest.js'

type PagePolicy = (page: {
  styles: readonly string[]
  frame: string | null
  hasForms?: boolean
}) => Readonly<Record<string, string>>

/** The style sheets of the apps, and the themes of as many shops. */
const maxStyles = 1_000

/**
 * Creates a function that returns the headers with a page's CSP: its own scripts, exactly these styles, own or inline
 * images, calls to this service. Only the path `frame` may be framed, so that a merchant's script cannot navigate its frame
 * elsewhere. Each style is hashed once.
 */
export function createPagePolicy(config: Pick<Config, 'baseUrl' | 'payUrl'>): PagePolicy {
  const origins = [...new Set(ownOrigins(config))]
  const hashOf = rememberLatest(hashStyle, maxStyles)
  return ({ styles, frame, hasForms = false }) => {
    const frames = frame === null ? [] : origins.map((origin) => `${origin}${frame}`)
    const sources = [
      "script-src 'self'",
      `style-src ${styles.map(hashOf).join(' ')}`,
      "img-src 'self' data:",
      "connect-src 'self'",
      ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    ]
    return pageHeaders(sources, { hasForms })
  }
}

function hashStyle(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
