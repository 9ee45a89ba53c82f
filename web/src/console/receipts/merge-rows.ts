import type { Receipt, ReceiptPage } from './receipt.js'

/**
 * Returns a function that lists the receipts of all pages. When a page has been added since the call
 * before, only it is read.
 */
export function createReceiptLister(): (pages: readonly ReceiptPage[]) => readonly Receipt[] {
  let known: readonly ReceiptPage[] = []
  let receipts: readonly Receipt[] = []
  let ids = new Set<string>()
  return (pages) => {
    if (!known.every((page, index) => page === pages[index])) {
      known = []
      receipts = []
      ids = new Set()
    }
    // A receipt that was shown early may come again with a page.
    const added = pages
      .slice(known.length)
      .flatMap((page) => page.receipts)
      .filter(({ receiptId }) => !ids.has(receiptId) && ids.add(receiptId))
    known = pages
    receipts = [...receipts, ...added]
    return receipts
  }
}

/** Returns the pages with newer versions of their receipts, or the same pages without any. */
export function replaceReceipts(pages: ReceiptPage[], changed: readonly Receipt[]): ReceiptPage[] {
  const byId = new Map(changed.map((receipt) => [receipt.receiptId, receipt]))
  let isChanged = false
  const merged = pages.map((page) => {
    if (!page.receipts.some((receipt) => isNewer(byId.get(receipt.receiptId), receipt))) return page
    isChanged = true
    const receipts = page.receipts.map((receipt) => {
      const newer = byId.get(receipt.receiptId)
      return newer && isNewer(newer, receipt) ? newer : receipt
    })
    return { ...page, receipts }
  })
  return isChanged ? merged : pages
}

/** Returns the pages without these receipts. */
export function removeReceipts(pages: ReceiptPage[], ids: ReadonlySet<string>): ReceiptPage[] {
  return pages.map((page) => ({
    ...page,
    receipts: page.receipts.filter(({ receiptId }) => !ids.has(receiptId)),
  }))
}

/** Returns the receipts that are newer than all of a list, newest first. */
export function findNew(listed: readonly Receipt[], latest: readonly Receipt[]): Receipt[] {
  const newest = listed[0]?.createdAt ?? 0
  const fresh = new Map(
    latest
      .filter(({ createdAt }) => createdAt >= newest)
      .map((receipt) => [receipt.receiptId, receipt]),
  )
  for (const { receiptId } of listed) {
    if (fresh.size === 0) break
    fresh.delete(receiptId)
  }
  return [...fresh.values()]
}

/** Returns the pages with new receipts on top. */
export function addReceipts(pages: ReceiptPage[], fresh: readonly Receipt[]): ReceiptPage[] {
  const [first, ...others] = pages
  if (!first || fresh.length === 0) return pages
  return [{ ...first, receipts: [...fresh, ...first.receipts] }, ...others]
}

function isNewer(changed: Receipt | undefined, known: Receipt): boolean {
  if (!changed) return false
  return (
    changed.updatedAt > known.updatedAt ||
    // Two changes may have the same time.
    (changed.updatedAt === known.updatedAt &&
      (changed.status !== known.status ||
        changed.archivedAt !== known.archivedAt ||
        changed.timeline.length !== known.timeline.length))
  )
}
