import { ownOrigins } from '../../auth/own-hosts.js'
import { AppError } from '../../lib/errors.js'
import { hashInUrl, referTo } from '../../lib/media-reference.js'
import { parseUrl } from '../../lib/urls.js'
import type { TxContext } from '../../platform/context.js'
import { listMissing } from '../media/store-images.js'
import type { StoredSettings } from './schemas.js'

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
export async function requireThemePictures(
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
    throw new AppError(
      'invalid_input',
      `theme.${field} refers to a picture that does not exist. Upload it with POST /api/media, and send its url.`,
    )
  }
}

function isMediaAddress(address: string, origins: readonly string[]): boolean {
  const url = parseUrl(address)
  return url !== null && origins.includes(url.origin) && url.pathname.startsWith('/media/')
}
