import type { Context } from '../../../platform/context.js'
import { addLater, leaves, type Outcome, removeEmptyLanes, settleTurns } from './settle-store.js'

/** Writes down how turns ended. Returns whether others came to the front of their lanes by that. */
export async function writeOutcomes(ctx: Context, outcomes: readonly Outcome[]): Promise<boolean> {
  const moving = outcomes.filter(({ movesTo }) => movesTo !== null)
  const { isMore } =
    moving.length === 0
      ? await settleTurns(ctx.db, outcomes)
      : await ctx.db.transaction(async (tx) => {
          const done = await settleTurns(tx, outcomes)
          const later = moving.flatMap(({ turn, movesTo, afterMs }) =>
            movesTo && done.settled.has(turn.delivery.id) ? [{ lane: movesTo, afterMs }] : [],
          )
          await addLater(tx, later)
          return done
        })
  // Afterwards: what is added to a lane meanwhile keeps it.
  await removeEmptyLanes(
    ctx.db,
    outcomes.filter(leaves).map(({ turn }) => turn),
  )
  return isMore
}
