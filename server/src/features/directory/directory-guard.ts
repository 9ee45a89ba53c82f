import { anyOf, anyone, developer, type Guard, session, siwx } from '../../auth/guards.js'
import type { Config } from '../../platform/config/config.js'

/**
 * Returns the guard of routes that show listed shops. Buyers' programs have no key and must still find shops. A bad key is
 * refused all the same.
 */
export function directoryGuard({ directoryPublic }: Pick<Config, 'directoryPublic'>): Guard {
  return directoryPublic
    ? anyOf(anyone({ limit: 'directory' }), developer(), siwx())
    : anyOf(developer(), session({ may: 'shop:read' }), siwx())
}
