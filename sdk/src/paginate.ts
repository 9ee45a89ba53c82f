/** Reads pages by cursor and yields their items, until a page has no `nextCursor` or no items. */
export async function* byCursor<Page extends { nextCursor?: string | null }, Item>(
  list: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  for (;;) {
    const page = await list(cursor)
    const items = itemsOf(page)
    yield* items
    if (!page.nextCursor || items.length === 0) return
    cursor = page.nextCursor
  }
}

/** Reads pages by number, from `first`, and yields their items, until a page is the last one. */
export async function* byPage<Page extends { hasMore: boolean }, Item>(
  list: (page: number) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  first = 1,
): AsyncGenerator<Item, void, undefined> {
  for (let number = first; ; number++) {
    const page = await list(number)
    const items = itemsOf(page)
    yield* items
    if (!page.hasMore || items.length === 0) return
  }
}

/**
 * Reads pages by offset, from `first`, and yields their items, until a page is empty or reaches the
 * total.
 */
export async function* byOffset<Page extends { meta: { total: number } }, Item>(
  list: (offset: number) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  first = 0,
): AsyncGenerator<Item, void, undefined> {
  let offset = first
  for (;;) {
    const page = await list(offset)
    const items = itemsOf(page)
    yield* items
    offset += items.length
    if (items.length === 0 || offset >= page.meta.total) return
  }
}
