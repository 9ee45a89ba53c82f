/** Returns the paging fields of a response. */
export function describePage({ page, limit }: { page: number; limit: number }, total: number) {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasMore: page < totalPages }
}
