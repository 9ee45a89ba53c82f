import { anyOf, anyone, developer, type Guard, session, siwx } from '../../auth/guards.js'
import type { Config } from '../../platform/config/config.js'

/** Response schema for a former slug. It has no body. The header `location` has the URL. */
export const movedShop = { content: {} }

/** Returns the query of a URL with its question mark, for a redirect. Empty if there is none. */
export function searchOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/**
 * Returns the guard of routes that show listed shops. Agents have no key and must still find shops.
 * An invalid key is rejected even where none is needed.
 */
export function directoryGuard({ directoryPublic }: Pick<Config, 'directoryPublic'>): Guard {
  return directoryPublic
    ? anyOf(anyone({ limit: 'directory' }), developer(), siwx())
    : anyOf(developer(), session({ may: 'shop:read' }), siwx())
}
