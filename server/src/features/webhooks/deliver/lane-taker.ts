import type { Context } from '../../../platform/context.js'
import { holdLanes, removeEmptyLanes } from '../lane-store.js'
import { type ClaimedLane, claimFirsts, claimRetries } from './claim-store.js'
import { listDueRoutes } from './due-store.js'
import type { SendQueue } from './send-queue.js'
import type { Turn } from './turn.js'
import { readTurns } from './turn-store.js'

export type LaneTaker = {
  /** Takes what is due, as far as the queue has room. Returns whether there are more routes to look at. */
  takeDue(): Promise<boolean>
}

type LaneTakerOptions = {
  queue: SendQueue
  leaseMs: number
  onTaken: () => void
  /** For turns that there was no room for after all. */
  onRefused: (turns: Turn[]) => void
}

const routesPerRound = 200
const retriesPerRound = 200

/** Takes lanes from the database into a queue, under leases of its own. */
export function createLaneTaker(ctx: Context, options: LaneTakerOptions): LaneTaker {
  const { queue, leaseMs, onTaken, onRefused } = options
  const owner = ctx.newId('run')
  let claims = 0
  let lastRoute = ''

  /** No two claims have the same, so that each can tell what is still its own. */
  function newLease() {
    claims += 1
    return { lease: `${owner}.${claims}`, leaseMs }
  }

  /** They have to be on time, so they come first. */
  async function takeRetries(): Promise<void> {
    const room = queue.roomForRetries()
    const limit = Math.min(retriesPerRound, room.limit)
    if (limit > 0) await take(await claimRetries(ctx.db, { ...newLease(), ...room, limit }))
  }

  async function takeFirsts(): Promise<void> {
    const page = { after: lastRoute, limit: routesPerRound }
    const { routes, last } = await listDueRoutes(ctx.db, page)
    lastRoute = last ?? ''
    const room = queue.roomFor(routes)
    if (room.wanted.length === 0 || room.limit === 0) return
    await take(await claimFirsts(ctx.db, { ...newLease(), ...room }))
  }

  async function take(lanes: readonly ClaimedLane[]): Promise<void> {
    if (lanes.length === 0) return
    const turns = await readTurns(ctx.db, lanes)
    if (turns.length > 0) onTaken()
    const refused = turns.filter((turn) => !queue.push(turn))
    if (refused.length > 0) onRefused(refused)
    if (turns.length < lanes.length) removeEmpty(lanes)
  }

  /** Held first: only then is it sure that nobody is just adding to them. */
  function removeEmpty(lanes: readonly ClaimedLane[]): void {
    ctx.db
      .transaction(async (tx) => {
        await holdLanes(tx, lanes)
        await removeEmptyLanes(tx, lanes)
      })
      // What stays behind is found again.
      .catch((error) => ctx.log.debug({ err: error }, 'empty lanes could not be removed'))
  }

  return {
    async takeDue() {
      await takeRetries()
      await takeFirsts()
      return lastRoute !== ''
    },
  }
}
