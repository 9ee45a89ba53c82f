import type { RenderedPage } from '@tallystick/web/shop'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mediaUrl } from '../../lib/media-reference.js'
import type { Context } from '../../platform/context.js'
import { readAppAssets } from '../pages/app-assets.js'
import { createPageSender } from '../pages/send-page.js'
import { previewPath } from '../pages/serve-assets.js'

type ShopDocument = {
  page: RenderedPage
  /** Path under which search engines list the page, or null for a page they must not list. */
  canonicalPath?: string | null
  /** The hash of the picture that a link shows, or null. */
  picture?: string | null
  icon?: string | null
  structuredData?: object
}

/** Sends a page of a shop. */
export type SendShopPage = (
  to: { request: FastifyRequest; reply: FastifyReply },
  document: ShopDocument,
) => Promise<FastifyReply>

/** Creates the function that sends pages of shops, with their styles and the address to list. */
export function createShopPageSender(ctx: Pick<Context, 'config'>): SendShopPage {
  const { script, css } = readAppAssets('shop')
  const sendPage = createPageSender(ctx)
  const { baseUrl } = ctx.config
  return (to, { page, canonicalPath = null, picture = null, icon = null, structuredData }) => {
    const { css: themeStyles, ...content } = page
    const document = {
      ...content,
      image: picture === null ? `${baseUrl}${previewPath}` : mediaUrl(baseUrl, picture),
      icon,
      isIndexed: canonicalPath !== null,
      ...(canonicalPath === null ? {} : { canonical: `${baseUrl}${canonicalPath}` }),
      ...(structuredData ? { structuredData } : {}),
      styles: themeStyles === '' ? [css] : [css, themeStyles],
      script,
    }
    return sendPage({ ...to, document, frame: null, hasForms: true, isShownByOurPages: true })
  }
}
