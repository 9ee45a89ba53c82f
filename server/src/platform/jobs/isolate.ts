import type { Chain } from '../chain/chain.js'
import { StoreUnavailable } from '../db/store-unavailable.js'

/** Another process has taken over the work. It leads from here. */
export class LostLease extends Error {}

/** Parts of a round that run one after another, whether or not another part failed. */
type Parts = {
  /** Runs a part. A failure is kept for `end`. */
  run(part: () => Promise<unknown>): Promise<void>
  /** Throws the first failure. */
  end(): void
}

/** Creates the parts of a round, so that a failure of one does not stop the others. */
export function createParts(): Parts {
  const failures: { error: unknown }[] = []
  return {
    async run(part) {
      try {
        await part()
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
 * Returns whether a failed step failed by itself: the database and the node respond. Anyone can add
 * a step that fails, such as a transaction that is too large for the node. A silent node says
 * nothing about the step.
 */
export async function isItsOwnFailure(
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
