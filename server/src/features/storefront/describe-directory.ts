import type { DirectoryView } from '@tallystick/web/shop'
import { ownOrigins } from '../../auth/own-hosts.js'
import { hashInUrl, mediaUrl } from '../../lib/media-reference.js'
import type { Context } from '../../platform/context.js'
import type { DirectoryQuery, DirectoryShop } from '../directory/schemas.js'
import type { ShopIndex } from '../directory/shop-index.js'
import { coverOf } from './describe-shop.js'
import { readPageNumber, readSearch } from './describe-shop-page.js'
import type { DirectoryPageQuery } from './schemas.js'

const shopsPerPage = 24

type DirectoryPage = { page: number; view: DirectoryView['query']; query: DirectoryQuery }

/** Reads the query of the list of shops. Values that the search does not accept are omitted. */
export function readDirectoryPage(query: DirectoryPageQuery): DirectoryPage {
  const page = Number(readPageNumber(query.page))
  const view = {
    q: readSearch(query.q),
    category: (query.category ?? '').replaceAll(',', ' ').trim(),
    isOpenOnly: query.open === 'true',
  }
  return {
    page,
    view,
    query: {
      q: view.q,
      categories: view.category,
      open: view.isOpenOnly ? 'true' : '',
      offset: String((page - 1) * shopsPerPage),
      limit: String(shopsPerPage),
    },
  }
}

/** Returns what the list of shops shows. */
export function describeDirectory(
  ctx: Pick<Context, 'config'>,
  input: {
    index: ShopIndex
    found: { shops: readonly DirectoryShop[]; total: number }
    page: DirectoryPage
  },
): DirectoryView {
  const { index, found, page } = input
  return {
    mode: ctx.config.mode,
    query: page.view,
    categories: index.listCategories(),
    shops: found.shops.map((shop) => describeEntry(ctx, shop)),
    page: page.page,
    totalPages: Math.ceil(found.total / shopsPerPage),
    total: found.total,
  }
}

function describeEntry(
  { config }: Pick<Context, 'config'>,
  { slug, name, description, theme, categories, isOpen }: DirectoryShop,
): DirectoryView['shops'][number] {
  const logo = hashInUrl(theme.brandLogoUrl, ownOrigins(config))
  return {
    slug,
    name,
    text: description,
    logo: logo === null ? '' : mediaUrl('', logo, 320),
    cover: coverOf(config, theme.coverPhotoUrl),
    categories: categories.slice(0, 3),
    isOpen,
  }
}
