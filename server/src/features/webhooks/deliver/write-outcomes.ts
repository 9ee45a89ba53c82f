import type { Context } from '../../../platform/context.js'
import { holdLanes } from '../lane-store.js'
import type { Outcome } from './outcome.js'
import { addLater, releaseLanes, settleOutcomes } from './settle-store.js'
import type { Turn } from './turn.js'

/**
 * Writes down how turns ended and lets go of their lanes. What somebody else has claimed meanwhile stays as it is: they
 * send it again. Returns whether others came to the front of their lanes.
 */
export async function writeOutcomes(
  ctx: Pick<Context, 'db'>,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const isOurs = await holdOurs(
      tx,
      outcomes.map(({ turn }) => turn),
    )
    const ours = outcomes.filter(({ turn }) => isOurs(turn))
    if (ours.length === 0) return false
    const isMore = await settleOutcomes(tx, ours)
    const later = ours.flatMap(({ movesTo, afterMs }) =>
      movesTo ? [{ lane: movesTo, afterMs }] : [],
    )
    await addLater(tx, later)
    return isMore
  })
}

/** Gives back turns that were taken and not begun. */
export async function giveBackTurns(
  ctx: Pick<Context, 'db'>,
  turns: readonly Turn[],
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isOurs = await holdOurs(tx, turns)
    await releaseLanes(tx, turns.filter(isOurs))
  })
}

/** Holds the lanes of turns and tells which of them are still leased for that very turn. */
async function holdOurs(
  db: Parameters<typeof holdLanes>[0],
  turns: readonly Turn[],
): Promise<(turn: Turn) => boolean> {
  const held = await holdLanes(db, turns)
  const leases = new Map(
    held.map(({ merchant, lane, leasedBy }) => [`${merchant} ${lane}`, leasedBy]),
  )
  return ({ merchant, lane, lease }) => leases.get(`${merchant} ${lane}`) === lease
}
