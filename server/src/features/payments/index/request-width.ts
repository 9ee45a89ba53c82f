import type { ReadReport } from './read-logs.js'

export type RequestWidth = {
  /** How many blocks a request for logs may contain. */
  get(): bigint
  /** Narrows the width if requests were rejected, even in a reading that failed later. */
  narrow(report: ReadReport): void
  /** Widens the width after readings without a rejected request. Pass whether blocks are left. */
  widen(isBehind: boolean): void
}

const readsBeforeWider = 50

/**
 * Remembers the range of blocks that the node accepts. Below `min`, it narrows only if most filters
 * were divided: anyone can add logs for a few addresses, and all others would then take more
 * requests.
 */
export function createRequestWidth({ max, min }: { max: bigint; min: bigint }): RequestWidth {
  let width = max
  let goodReads = 0

  return {
    get: () => width,
    narrow({ filters, divided, tooWide }) {
      if (divided > 0) goodReads = 0
      if (tooWide === null) return
      const narrower = tooWide / 2n
      const isForAll = divided * 2 > filters
      if (isForAll || narrower > min) width = narrower
      else if (width > min) width = min
    },
    widen(isBehind) {
      goodReads += 1
      // At once while behind. Otherwise rarely: a node with a narrow limit rejects every other
      // read.
      if (!isBehind && goodReads < readsBeforeWider) return
      width = width * 2n > max ? max : width * 2n
      goodReads = 0
    },
  }
}
