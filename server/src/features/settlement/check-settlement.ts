import type { Context } from '../../platform/context.js'
import type { CheckResult } from '../../platform/health.js'
import { findProgress } from './progress-store.js'

/** Two minutes on a chain with a block every two seconds. */
const mostBehind = 60

/** Looks whether payments are still being found. Asks nobody but the database. */
export async function checkSettlement(ctx: {
  db: Context['db']
  config: Pick<Context['config'], 'chainId'>
}): Promise<CheckResult> {
  const { head, read, unsettled } = await findProgress(ctx.db, ctx.config.chainId)
  // Before the first block was read there is nothing to be behind of.
  const behind = head === null || read === null ? 0 : Math.max(0, head - read)
  return { ok: behind <= mostBehind, block: read, behind, unsettled }
}
