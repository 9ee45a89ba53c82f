/** What an answer says of the page it is. */
export function describePage({ page, limit }: { page: number; limit: number }, total: number) {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasMore: page < totalPages }
}
