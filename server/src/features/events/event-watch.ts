import type { ServerResponse } from 'node:http'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createPoller } from '../../platform/jobs/poller.js'
import { maxOfRequest } from '../../platform/limits/max-of.js'
import { findLastNumbers, listEventsAfter, type NumberedEvent } from './event-store.js'

const maxBatch = 50

export type Follower = {
  merchant: Address
  /** Sends the next batch of events up to this number. Returns whether more can be sent at once. */
  readOn(lastNo: number): Promise<boolean>
  /** Disconnects the listener, which may reconnect. */
  leave(): void
}

type EventWatch = {
  /** Adds a follower of new events. Call the returned function to remove it. */
  add(follower: Follower): () => void
  /** Polls now, because a follower can accept more. */
  pollNow(): void
  close(): Promise<void>
}

/** Bounds the database connections in use. */
const maxConcurrentReads = 4

/** Polls for new events of all followed merchants in one query. */
export function createEventWatch(ctx: Context, { pollMs }: { pollMs: number }): EventWatch {
  const followers = new Set<Follower>()
  const poller = createPoller(ctx, {
    worker: 'event-streams',
    message: 'event streams could not be updated',
    everyMs: pollMs,
    isNeeded: () => followers.size > 0,
    async poll(signal) {
      const present = [...followers]
      const merchants = [...new Set(present.map(({ merchant }) => merchant))]
      const lastNumbers = await findLastNumbers(ctx.db, merchants)
      let hasMore = false
      for (let at = 0; at < present.length && !signal.aborted; at += maxConcurrentReads) {
        const batch = present.slice(at, at + maxConcurrentReads)
        const wantMore = await Promise.all(
          batch.map((follower) => readOn(follower, lastNumbers.get(follower.merchant) ?? 0)),
        )
        if (wantMore.includes(true)) hasMore = true
      }
      return hasMore
    },
  })

  /** Isolates the failure of one follower from the others. */
  async function readOn(follower: Follower, lastNo: number): Promise<boolean> {
    try {
      return await follower.readOn(lastNo)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      ctx.log.error({ err: error }, 'events could not be sent to a stream')
      follower.leave()
      return false
    }
  }

  return {
    add(follower) {
      followers.add(follower)
      poller.pollNow()
      return () => followers.delete(follower)
    },
    pollNow: poller.pollNow,
    close: poller.close,
  }
}

/**
 * Writes a merchant's events to one response, each once and in order. Its position is the last
 * event written, not the last one read, so that a response under backpressure continues from there.
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
          // The rest is read again later, so the next batch is no larger than this one's written
          // part.
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
 * Formats an event for a stream. Its number is the id, which clients send to resume. The stored
 * body is used as it is: it has no line breaks, so it fits one data line.
 */
export function formatEvent({ no, kind, id, createdAt, body }: NumberedEvent): string {
  const head = JSON.stringify({ id, createdAt }).slice(0, -1)
  return `id: ${no}\nevent: ${kind}\ndata: ${head},${body.slice(1)}\n\n`
}
