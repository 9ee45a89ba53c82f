import { AppError } from '../../lib/errors.js'
import type { TxContext } from '../../platform/context.js'
import type { Shop } from './complete-shop.js'
import { defaultSettings } from './default-settings.js'
import { mergeConfig } from './merge-config.js'
import type { StoredSettings } from './settings.js'
import { isSlugLasting } from './slugs/slug-store.js'

/**
 * Refuses another name or slug for a shop that is listed, or was listed with its slug. Buyers know the shop by them, so
 * only the owner may change them. Call it for others, with the shop locked.
 *
 * @throws {AppError} `forbidden`.
 */
export async function requireSameNames(
  ctx: TxContext,
  { shop, change }: { shop: Shop; change: StoredSettings },
): Promise<void> {
  const before = mergeConfig(defaultSettings(ctx.config), shop.stored)
  const after = mergeConfig(before, change)
  if (before.name === after.name && before.slug === after.slug) return
  if (!before.listed && !(await isSlugLasting(ctx.db, shop.merchant))) return
  throw new AppError(
    'forbidden',
    'Only the owner may change the name or slug of a shop that is or was listed. Ask the owner.',
  )
}
