import { anyOf, anyone, developer, type Guard, session, siwx } from '../../auth/guards.js'
import type { Config } from '../../platform/config/config.js'

/**
 * Returns the guard of routes that show listed shops. Agents have no key and must still find shops. An invalid key is
 * rejected even where none is needed.
 */
export function directoryGuard({ directoryPublic }: Pick<Config, 'directoryPublic'>): Guard {
  return directoryPublic
    ? anyOf(anyone({ limit: 'directory' }), developer(), siwx())
    : anyOf(developer(), session({ may: 'shop:read' }), siwx())
}
