/** A null field matches everything. */
export type ShopFilter = {
  /** Each word must match part of a word of the name, keywords, categories or description. */
  q: string | null
  /** Matches any of these, as whole terms. */
  categories: readonly string[] | null
  keywords: readonly string[] | null
}

export type ShopQuery = {
  filter: ShopFilter
  offset: number
  limit: number
}
