import type { Chain } from '../chain/chain.js'
import { StoreUnavailable } from '../db/store-unavailable.js'

/** Another process has taken over the work. It leads from here. */
export class LostLease extends Error {}

/** Steps of a round that run one after another, whether or not another step failed. */
type IndependentSteps = {
  /** Runs a step. A failure is kept for `end`. */
  run(step: () => Promise<unknown>): Promise<void>
  /** Throws the first failure. */
  end(): void
}

/** Creates the steps of a round, so that a failure of one does not stop the others. */
export function createIndependentSteps(): IndependentSteps {
  const failures: { error: unknown }[] = []
  return {
    async run(step) {
      try {
        await step()
      } catch (error) {
        failures.push({ error })
      }
    },
    end() {
      if (failures[0]) throw failures[0].error
    },
  }
}

/**
 * Returns whether a step failed on its own: the database and the node respond. Anyone can add
 * a step that fails, such as a transaction that is too large for the node. A silent node says
 * nothing about the step.
 */
export async function isIsolatedFailure(
  error: unknown,
  chain: Pick<Chain, 'findBlock'>,
): Promise<boolean> {
  if (error instanceof StoreUnavailable) return false
  try {
    return (await chain.findBlock('latest')) !== null
  } catch {
    return false
  }
}
