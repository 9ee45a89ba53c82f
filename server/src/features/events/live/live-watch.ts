import type { ServerResponse } from 'node:http'
import type { Address } from '../../../lib/hex.js'
import { MINUTE_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { createPoller } from '../../../platform/jobs/poller.js'
import type { LiveChange, LiveKind } from '../../../platform/live-changes/live-change.js'
import {
  followMerchants,
  isResumable,
  type Position,
  readChanges,
  resumableMs,
} from '../../../platform/live-changes/live-change-store.js'
import {
  firstOpenOf,
  formatLiveCursor,
  nextOf,
} from '../../../platform/live-changes/live-cursor.js'
import { listOwnSales } from '../read-model/own-sale-store.js'
import { isShown, type LiveReader, seesOnlyOwnSales } from './live-kinds.js'

type LiveSubject = LiveReader & { merchant: Address; kinds: readonly LiveKind[] }

/** Where a stream starts: after a position, or now. */
type LiveStart = LiveSubject & { after: Position | null; sinceXid: string }

type LiveFollower = LiveStart & { response: ServerResponse }

type LiveWatch = {
  /** Begins to record changes. Keeps the position if all changes since then are recorded. */
  begin(input: LiveSubject & { after: Position | null }): Promise<LiveStart>
  /** Writes changes to a response until the returned function is called. */
  add(follower: LiveFollower): () => void
  close(): Promise<void>
}

/**
 * `starting` has written nothing yet. `behind` has missed reads of all streams, because it could
 * not be written to or continues an earlier stream.
 */
type Stream = LiveFollower & {
  state: 'starting' | 'behind' | 'current'
  position: Position | null
  hasGreeted: boolean
  /** The transactions before this one must have ended, because they may not record changes. */
  startsAt: { xid: bigint; latestMs: number } | null
  sentAt: number
}

/** Above this number of objects, screens load all objects of a kind again. */
const maxObjects = 100
const maxConcurrentReads = 4
/** Every statement has ended by then. */
const maxStartMs = 6_000
const renewMs = MINUTE_MS
/** Clients learn their position this often, or they could not resume after a calm time. */
const positionMs = 30_000

/** Polls for the changes of all followed merchants in one query. */
export function createLiveWatch(ctx: Context, { pollMs }: { pollMs: number }): LiveWatch {
  const streams = new Set<Stream>()
  let renewedAtMs = Number.NEGATIVE_INFINITY
  let position: Position | null = null

  const poller = createPoller(ctx, {
    worker: 'live-changes',
    message: 'open screens could not be updated',
    everyMs: pollMs,
    isNeeded: () => streams.size > 0,
    async poll(signal) {
      if (performance.now() - renewedAtMs >= renewMs) await renew()
      const present = [...streams]
      const merchants = position ? [...new Set(present.map(({ merchant }) => merchant))] : []
      const since = position?.snapshot ?? '1:1:'
      const read = await readChanges(ctx.db, { merchants, since, max: maxObjects })
      if (position && !isContinued(position, read.position)) return restart()
      position = read.position
      const changes = groupBy(summarize(read.changes), ({ merchant }) => merchant)
      for (let at = 0; at < present.length && !signal.aborted; at += maxConcurrentReads) {
        await Promise.all(
          present.slice(at, at + maxConcurrentReads).map((stream) => {
            return update(stream, { changes: changes.get(stream.merchant) ?? [], read })
          }),
        )
      }
      return false
    },
  })

  async function renew(): Promise<void> {
    const merchants = [...new Set(Array.from(streams, ({ merchant }) => merchant))]
    const renewed = await followMerchants(ctx.db, merchants)
    for (const { merchant, sinceXid, response } of streams) {
      if (sinceXid !== renewed.get(merchant) && renewed.has(merchant)) response.destroy()
    }
    renewedAtMs = performance.now()
  }

  /** Ends all streams. Clients reconnect, and learn that changes are missing. */
  function restart(): false {
    for (const { response } of streams) response.destroy()
    position = null
    return false
  }

  /** Isolates the failure of one stream from the others. */
  async function update(
    stream: Stream,
    input: { changes: readonly LiveChange[]; read: { position: Position } },
  ): Promise<void> {
    try {
      if (stream.state === 'starting') return start(stream, input.read.position)
      if (stream.state === 'behind') return await catchUp(stream)
      await send(stream, { ...input, position: input.read.position })
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        if (stream.state === 'current') stream.state = 'behind'
        return
      }
      ctx.log.error({ err: error }, 'changes could not be sent to a stream')
      stream.response.destroy()
    }
  }

  function start(stream: Stream, now: Position): void {
    stream.startsAt ??= { xid: nextOf(now), latestMs: performance.now() + maxStartMs }
    const { xid, latestMs } = stream.startsAt
    if (firstOpenOf(now) < xid && performance.now() < latestMs) return
    stream.state = 'current'
    stream.position = now
    greet(stream, 'reload')
  }

  async function catchUp(stream: Stream): Promise<void> {
    const { merchant, position: since } = stream
    if (!since || !canWrite(stream)) return
    const read = await readChanges(ctx.db, {
      merchants: [merchant],
      since: since.snapshot,
      max: maxObjects,
    })
    if (!isContinued(since, read.position)) return void stream.response.destroy()
    if (!stream.hasGreeted) greet(stream, 'resumed')
    stream.state = 'current'
    await send(stream, { changes: summarize(read.changes), position: read.position })
  }

  async function send(
    stream: Stream,
    { changes, position }: { changes: readonly LiveChange[]; position: Position },
  ): Promise<void> {
    const shown = await listShown(stream, changes)
    if (!canWrite(stream)) {
      stream.state = 'behind'
      return
    }
    stream.position = position
    const isPositionDue = position.at - stream.sentAt >= positionMs
    if (shown.length === 0 && !isPositionDue) return
    stream.sentAt = position.at
    stream.response.write(formatChanges(shown, position))
  }

  async function listShown(
    stream: Stream,
    changes: readonly LiveChange[],
  ): Promise<readonly LiveChange[]> {
    const { merchant, person, role, kinds } = stream
    const shown = changes.filter((change) => kinds.includes(change.kind) && isShown(change, stream))
    const receiptIds = shown.flatMap(({ kind, id }) => (kind === 'receipt' && id ? [id] : []))
    if (receiptIds.length === 0 || !seesOnlyOwnSales(role)) return shown
    const ownReceiptIds = await listOwnSales(ctx.db, { merchant, person, receiptIds })
    return shown.filter(
      ({ kind, id }) => kind !== 'receipt' || id === null || ownReceiptIds.has(id),
    )
  }

  return {
    async begin({ after, ...subject }) {
      const { merchant } = subject
      const [sinceXid = ''] = (await followMerchants(ctx.db, [merchant])).values()
      const canResume = after && (await isResumable(ctx.db, { merchant, position: after }))
      return { ...subject, sinceXid, after: canResume ? after : null }
    },
    add(follower) {
      const { after } = follower
      if (streams.size === 0) position = null
      const stream: Stream = {
        ...follower,
        state: after ? 'behind' : 'starting',
        position: after,
        hasGreeted: false,
        startsAt: null,
        sentAt: 0,
      }
      streams.add(stream)
      poller.schedule()
      return () => streams.delete(stream)
    },
    close: poller.close,
  }
}

/** Returns whether a read saw all changes since the position before it. */
function isContinued(before: Position, after: Position): boolean {
  return after.at - before.at < resumableMs && nextOf(after) >= nextOf(before)
}

/** Replaces many changes of a kind by one of the kind. */
function summarize(changes: readonly LiveChange[]): LiveChange[] {
  const groups = groupBy(changes, ({ merchant, kind }) => `${merchant}/${kind}`)
  return Array.from(groups.values()).flatMap((group) => {
    const [first] = group
    if (!first || group.length <= maxObjects) return group
    return [{ ...first, id: null, change: 'updated' as const, person: null }]
  })
}

function groupBy<Key>(
  changes: readonly LiveChange[],
  keyOf: (change: LiveChange) => Key,
): Map<Key, LiveChange[]> {
  const groups = new Map<Key, LiveChange[]>()
  for (const change of changes) {
    const group = groups.get(keyOf(change))
    if (group) group.push(change)
    else groups.set(keyOf(change), [change])
  }
  return groups
}

function canWrite({ response }: Stream): boolean {
  return !response.destroyed && !response.writableEnded && !response.writableNeedDrain
}

/** Tells the client whether to load what it shows. Changes since then follow. */
function greet(stream: Stream, event: 'reload' | 'resumed'): void {
  const { kinds, position, response } = stream
  if (!position) return
  stream.hasGreeted = true
  stream.sentAt = position.at
  const id = formatLiveCursor(position)
  response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify({ kinds })}\n\n`)
}

/**
 * Formats changes. Only the last one has the new position, so that a client that loses the
 * connection between two receives both again.
 */
function formatChanges(changes: readonly LiveChange[], position: Position): string {
  const cursor = `id: ${formatLiveCursor(position)}\n`
  const events = changes.map(({ kind, id, change }, index) => {
    const isLast = index === changes.length - 1
    return `${isLast ? cursor : ''}event: change\ndata: ${JSON.stringify({ kind, id, change })}\n\n`
  })
  return events.length > 0 ? events.join('') : `${cursor}\n`
}
