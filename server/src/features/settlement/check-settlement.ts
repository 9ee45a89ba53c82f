import type { Context } from '../../platform/context.js'
import type { CheckResult } from '../../platform/health.js'
import { findProgress } from './progress-store.js'

/** Two minutes on a chain with a block every two seconds. */
const maxBlocksBehind = 60

/** Checks that the indexer keeps up with the chain. Reads only the database. */
export async function checkSettlement(ctx: {
  db: Context['db']
  config: Pick<Context['config'], 'chainId'>
}): Promise<CheckResult> {
  const { head, read, unsettled } = await findProgress(ctx.db, ctx.config.chainId)
  // Before the first indexed block there is no lag to measure.
  const behind = head === null || read === null ? 0 : Math.max(0, head - read)
  return { ok: behind <= maxBlocksBehind, block: read, behind, unsettled }
}
