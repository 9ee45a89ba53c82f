import type { ShownShop } from '../shop/show-shop.js'
import type { DirectoryShop } from './schemas.js'

/** A shop as the directory shows it; `null` when it does not. Decision A-65. */
export function describeShop({ settings }: ShownShop): DirectoryShop | null {
  const { listed, name, slug, description, categories, keywords, industryPack, theme } = settings
  if (!listed || name === '' || slug === '') return null

  const { brandLogoUrl, coverPhotoUrl } = theme
  return {
    name,
    slug,
    description,
    categories,
    keywords,
    industryPack,
    theme: { brandLogoUrl, coverPhotoUrl },
  }
}
