import type { Address } from '../../../lib/hex.js'
import { dayOf, MINUTE_MS } from '../../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { takeChanges } from '../../ledger/changes.js'
import {
  computeReceipts,
  findScored,
  listScored,
  replaceScored,
} from '../read-model/scored-receipt-store.js'
import { decideScores } from './decide-scores.js'
import type { ScoredReceipt } from './score.js'
import {
  addScores,
  findPairs,
  lockScores,
  rebuildPeriod,
  replacePairs,
  updateScoreDay,
} from './score-store.js'

const batchSize = 500

/** Brings XP, sales and purchases in line with the ledger, seconds after each change. */
export const scoreReceipts: Job = {
  name: 'score-receipts',
  everyMs: MINUTE_MS,
  runsOn: ['ledger-changes', 'clock'],
  async run(ctx, signal) {
    return { scored: await repeatWhileFull(signal, { batchSize, work: () => scoreBatch(ctx) }) }
  },
}

/** Scores the receipts of the oldest changes, in one transaction. Returns the number of changes. */
export function scoreBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (inTx) => {
    const today = await beginDay(inTx)
    const changed = await takeChanges(inTx, batchSize)
    if (changed.length === 0) return 0

    const before = await findScored(inTx.db, changed)
    await applyScores(inTx, { before, after: await computeReceipts(inTx.db, changed), today })
    return changed.length
  })
}

/** Takes back everything that a merchant's receipts earned, for the reset of the sandbox. */
export async function forgetReceipts(ctx: TxContext, merchant: Address): Promise<void> {
  const today = await lockScores(ctx.db)
  for (;;) {
    const before = await listScored(ctx.db, { merchant, limit: batchSize })
    if (before.length === 0) return
    await applyScores(ctx, { before, after: [], today })
  }
}

/** Locks the scores. On a new day, moves the periods. */
async function beginDay(ctx: TxContext): Promise<number> {
  const today = dayOf(ctx.now())
  if ((await lockScores(ctx.db)) === today) return today
  for (const period of ['30d', '7d'] as const) await rebuildPeriod(ctx.db, { period, today })
  await updateScoreDay(ctx.db, today)
  return today
}

async function applyScores(
  { db }: Pick<TxContext, 'db'>,
  input: { before: readonly ScoredReceipt[]; after: readonly ScoredReceipt[]; today: number },
): Promise<void> {
  const { before, after, today } = input
  const stored = await findPairs(db, [...before, ...after])
  const { pairs, changes } = decideScores({ before, after, stored })
  await replaceScored(db, { before, after })
  await replacePairs(db, pairs)
  await addScores(db, { changes, today })
}
