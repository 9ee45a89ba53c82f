import type { ServerResponse } from 'node:http'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { maxOfRequest } from '../../platform/limits/max-of.js'
import { listEventsAfter, type NumberedEvent } from './event-store.js'
import type { Follower } from './event-watch.js'

const maxBatch = 50

/**
 * Writes a merchant's events to one response, each once and in order. Its position is the last event written, not the last
 * one read, so that a response under backpressure continues from there.
 */
export function followEvents(
  ctx: Pick<Context, 'db' | 'config'>,
  { merchant, after, response }: { merchant: Address; after: number; response: ServerResponse },
): Follower {
  let lastSent = after
  let batchSize = maxBatch
  const canWrite = () =>
    !response.destroyed && !response.writableEnded && !response.writableNeedDrain

  return {
    merchant,
    async readOn(lastNo) {
      if (lastSent >= lastNo || !canWrite()) return false
      const events = await listEventsAfter(ctx.db, {
        merchant,
        after: lastSent,
        limit: batchSize,
        maxBytes: maxOfRequest(ctx.config, 'page-bytes'),
      })
      for (const [index, event] of events.entries()) {
        if (!canWrite()) {
          // The rest is read again later, so the next batch is no larger than this one's written part.
          batchSize = Math.max(1, index)
          return false
        }
        response.write(formatEvent(event))
        lastSent = event.no
      }
      // Numbers become visible in order, so the missing ones up to here were pruned.
      if (events.length === 0) lastSent = Math.max(lastSent, lastNo)
      batchSize = Math.min(maxBatch, batchSize * 2)
      return lastSent < lastNo && canWrite()
    },
    leave: () => response.destroy(),
  }
}

/**
 * Formats an event for a stream. Its number is the id, which clients send to resume. The stored body is used as it is: it
 * has no line breaks, so it fits one data line.
 */
export function formatEvent({ no, kind, id, createdAt, body }: NumberedEvent): string {
  const head = JSON.stringify({ id, createdAt }).slice(0, -1)
  return `id: ${no}\nevent: ${kind}\ndata: ${head},${body.slice(1)}\n\n`
}
