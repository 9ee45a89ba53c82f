import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import type { Routes } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { ShopIndex } from '../directory/shop-index.js'
import { hasDirectory } from './describe-shop.js'

const xml = { content: { 'application/xml': { schema: Type.String() } } }
const SitemapParams = Type.Object({ file: Type.String() })

/** Sitemaps may have 50,000 addresses. Fewer keep a response small. */
const shopsPerFile = 10_000
const everything = { q: null, categories: null, keywords: null }

/** Lists the pages of shops for search engines. Items are found from there. */
export const sitemapRoutes: Routes<{ directory: ShopDirectory }> = async (
  app,
  { ctx, directory },
) => {
  const { config } = ctx

  app.get(
    '/sitemap.xml',
    {
      config: { guard: anyone(), outage: 'recall' },
      schema: { tags: ['pages'], summary: 'Sitemaps of the shops', response: { 200: xml } },
    },
    async (_request, reply) => {
      const index = await readIndex()
      const files = Math.max(1, Math.ceil(index.size() / shopsPerFile))
      const urls = Array.from({ length: files }, (_, at) => `/sitemaps/shops-${at + 1}.xml`)
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('application/xml; charset=utf-8')
        .send(writeList('sitemapindex', 'sitemap', urls))
    },
  )

  app.get(
    '/sitemaps/:file',
    {
      config: { guard: anyone(), outage: 'recall' },
      schema: {
        tags: ['pages'],
        summary: 'Sitemap of a part of the shops',
        params: SitemapParams,
        response: { 200: xml },
      },
    },
    async (request, reply) => {
      const [, number = '0'] = /^shops-([1-9]\d{0,4})\.xml$/.exec(request.params.file) ?? []
      const offset = (Number(number) - 1) * shopsPerFile
      const index = await readIndex()
      if (offset < 0 || (offset > 0 && offset >= index.size())) {
        throw new AppError('not_found', 'There is no such sitemap.')
      }
      const { shops } = index.find({ filter: everything, offset, limit: shopsPerFile })
      const first = offset === 0 && hasDirectory(config) ? ['/', '/shops'] : []
      const urls = [...first, ...shops.map(({ slug }) => `/shop/${slug}`)]
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('application/xml; charset=utf-8')
        .send(writeList('urlset', 'url', urls))
    },
  )

  function readIndex(): Promise<ShopIndex> {
    return directory.get()
  }

  /** Paths are our own: a slug has no character that XML escapes. */
  function writeList(root: string, entry: string, paths: readonly string[]): string {
    const entries = paths.map((path) => `<${entry}><loc>${config.baseUrl}${path}</loc></${entry}>`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</${root}>\n`
  }
}
