import type { ReadReport } from './read-logs.js'

export type RequestWidth = {
  /** How many blocks a request for logs may contain. */
  get(): bigint
  /** Adapts the width to a finished or failed reading. Pass whether blocks are left. */
  adapt(report: ReadReport, isBehind: boolean): void
}

const readsBeforeWider = 50

/**
 * Remembers the range of blocks that the node accepts. Below `least`, it narrows only if most filters were divided: anyone can
 * add logs for a few addresses, and all others would then take more requests.
 */
export function createRequestWidth({ most, least }: { most: bigint; least: bigint }): RequestWidth {
  let width = most
  let goodReads = 0

  return {
    get: () => width,
    adapt({ filters, divided, tooWide }, isBehind) {
      if (divided > 0) goodReads = 0
      else goodReads += 1
      if (tooWide !== null) {
        const narrower = tooWide / 2n
        const isForAll = divided * 2 > filters
        width = isForAll || narrower > least ? narrower : width < least ? width : least
        return
      }
      // Widens at once while behind. Otherwise rarely, because a node with a narrow limit would reject every other read.
      if (divided > 0 || (!isBehind && goodReads < readsBeforeWider)) return
      width = width * 2n > most ? most : width * 2n
      goodReads = 0
    },
  }
}
