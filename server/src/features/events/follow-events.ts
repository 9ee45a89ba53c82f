import type { ServerResponse } from 'node:http'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { listEventsAfter } from './event-store.js'
import type { Follower } from './event-watch.js'
import { formatEvent } from './format-event.js'

const largestPiece = 50

/**
 * Writes a merchant's events to one listener, each once and in their order. How far it is, is what was written, not
 * what was read: whoever cannot take more goes on from there later.
 */
export function followEvents(
  ctx: Pick<Context, 'db'>,
  { merchant, after, response }: { merchant: Address; after: number; response: ServerResponse },
): Follower {
  let place = after
  let pieceSize = largestPiece
  const canWrite = () =>
    !response.destroyed && !response.writableEnded && !response.writableNeedDrain

  return {
    merchant,
    async readOn(lastNo) {
      if (place >= lastNo || !canWrite()) return false
      const events = await listEventsAfter(ctx.db, { merchant, after: place, limit: pieceSize })
      for (const [index, event] of events.entries()) {
        if (!canWrite()) {
          // What it does not take is read again, so the next piece is no larger than what it took of this one.
          pieceSize = Math.max(1, index)
          return false
        }
        response.write(formatEvent(event))
        place = event.no
      }
      // Numbers become visible in their order, so what is not there up to this one was forgotten.
      if (events.length < pieceSize) place = Math.max(place, lastNo)
      pieceSize = Math.min(largestPiece, pieceSize * 2)
      return place < lastNo && canWrite()
    },
    leave: () => response.destroy(),
  }
}
