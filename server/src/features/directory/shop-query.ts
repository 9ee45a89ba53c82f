/** Which shops are asked for. `null` lets everything pass. */
export type ShopFilter = {
  /** Each of its words must be part of some word of name, keywords, categories or description. */
  q: string | null
  /** Any of them, whole. */
  categories: readonly string[] | null
  keywords: readonly string[] | null
}

export type ShopQuery = {
  filter: ShopFilter
  /** How many of the found ones to pass over, and how many to return at most. */
  offset: number
  limit: number
}
