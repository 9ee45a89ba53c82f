import { ownOrigins } from '../../auth/own-hosts.js'
import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { hashInUrl, referTo } from '../../lib/media-reference.js'
import { parseUrl } from '../../lib/urls.js'
import type { TxContext } from '../../platform/context.js'
import { listMissing } from '../media/store-images.js'
import { type Shop, settingsOf } from './complete-shop.js'
import { reviewListing } from './listings/review-listing.js'
import { diffConfig, mergeConfig } from './merge-config.js'
import type { ShopSettings, StoredSettings } from './schemas.js'
import { moveToSlug } from './slugs/move-to-slug.js'
import { markSlugLasting } from './slugs/slug-store.js'
import { findShopForUpdate, insertEmptyShop, updateShop } from './store.js'

type AppliedChange = { shop: Shop; before: StoredSettings; after: StoredSettings }

/**
 * Applies a checked change to a locked shop. Returns null when nothing changes.
 *
 * @throws {AppError} `invalid_input` when fields contradict each other or a picture does not
 *   exist, `conflict` when the slug is taken, `rate_limited` when the shop has too many former
 *   slugs.
 */
export async function applyChange(
  ctx: TxContext,
  { shop, change }: { shop: Shop; change: StoredSettings },
): Promise<AppliedChange | null> {
  const before = settingsOf(shop, ctx.config)
  const after = mergeConfig(before, change)
  const difference = diffConfig(before, after)
  if (!difference) return null

  requireConsistent(after)
  await requireThemePictures(ctx, difference.after.theme)
  const { slug, listed } = difference.after
  const changesAddress = slug !== undefined || listed !== undefined
  if (changesAddress && before.listed) await markSlugLasting(ctx.db, shop.merchant)
  if (slug !== undefined) await moveToSlug(ctx, { slug, merchant: shop.merchant })
  if (changesAddress && after.listed) await markSlugLasting(ctx.db, shop.merchant)

  const review = await reviewListing(ctx, { shop, before, after })

  // Store only differences: a form that sends every field back must not pin today's defaults.
  const stored = mergeConfig(shop.stored, difference.after)
  const changed: Shop = {
    merchant: shop.merchant,
    stored,
    review,
    revision: shop.revision + 1,
    updatedAt: ctx.now(),
  }
  await updateShop(ctx.db, changed)
  return { shop: changed, ...difference }
}

function requireConsistent({ listed, name, slug, payments }: ShopSettings): void {
  if (listed && (name === '' || slug === '')) {
    throw invalidInput('A listed shop must have a name and a slug.')
  }
  const { acceptedTokens, defaultPaymentToken } = payments
  if (!acceptedTokens.includes(defaultPaymentToken)) {
    throw invalidInput(
      `payments.acceptedTokens must contain payments.defaultPaymentToken, ${defaultPaymentToken}`,
    )
  }
}

/** Locks a merchant's shop until the transaction ends. Creates an empty shop if there is none. */
export async function lockShop(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Shop> {
  const locked = await findShopForUpdate(ctx.db, merchant)
  if (locked) return locked

  await insertEmptyShop(ctx.db, merchant)
  const created = await findShopForUpdate(ctx.db, merchant)
  if (!created) throw new Error(`the shop of ${merchant} vanished while it was being created`)
  return created
}

const imageFields = [
  'brandLogoUrl',
  'brandFaviconUrl',
  'receiptBackgroundUrl',
  'coverPhotoUrl',
] as const

/**
 * Requires that the images of a theme at addresses of our media store exist, and records that they
 * are used. Images of other hosts are never loaded.
 *
 * @throws {AppError} `invalid_input`.
 */
async function requireThemePictures(
  ctx: Pick<TxContext, 'config' | 'db' | 'now'>,
  theme: StoredSettings['theme'] = {},
): Promise<void> {
  const origins = ownOrigins(ctx.config)
  for (const field of imageFields) {
    const address = theme[field] ?? ''
    if (!isMediaAddress(address, origins)) continue
    const hash = hashInUrl(address, origins)
    const isStored = hash !== null && (await listMissing(ctx, [referTo(hash)])).length === 0
    if (isStored) continue
    throw invalidInput(
      `theme.${field} refers to a picture that does not exist. Upload it with POST /api/media, and send its url.`,
    )
  }
}

function isMediaAddress(address: string, origins: readonly string[]): boolean {
  const url = parseUrl(address)
  return url !== null && origins.includes(url.origin) && url.pathname.startsWith('/media/')
}
