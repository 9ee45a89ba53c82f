import type { Author } from '../../../auth/caller.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { requirePictures } from '../../media/store-images.js'
import { getCatalog } from '../catalog-store.js'
import { changeCatalog } from '../change-catalog.js'
import { findVariantProblems } from '../find-variant-problems.js'
import { type ItemUpdate, putItems, requireBelowLimit, stampItem } from '../put-items.js'
import { listItemsBySku } from '../store.js'
import { countActions, describeProblems } from './describe-import.js'
import { type ImportPlan, planImport } from './plan-import.js'
import type { ImportFile, ImportProblem } from './read-rows.js'

const batchSize = 250

/**
 * Creates and updates items from a CSV file, all or none. A dry run changes nothing and returns the
 * plan with its problems.
 *
 * @throws {AppError} `invalid_input` when the file has problems and this is not a dry run, or
 *   when the catalog would exceed a limit.
 */
export async function importItems(
  ctx: Context,
  input: {
    by: Author
    file: ImportFile
    dryRun: boolean
    /** Counts the rows before they are stored. Throws above a limit. */
    takeRows?: (rows: number) => Promise<void>
    /** Called with the steps that are done: each row is planned, and then written or unchanged. */
    onProgress?: (done: number) => void
    /** Runs in the transaction, after the items are written. Throws to change nothing. */
    beforeEnd?: (inTx: TxContext, plan: ImportPlan) => Promise<void>
  },
): Promise<ImportPlan> {
  const { by, file, dryRun, takeRows, onProgress = () => {}, beforeEnd } = input
  const { merchant } = by
  await requirePictures(
    ctx,
    file.rows.flatMap(({ change }) => change.images ?? []),
  )
  if (dryRun) {
    const { plan, updates } = await planInBatches(ctx, { merchant, file, onProgress })
    await requireBelowLimit(await getCatalog(ctx.db, merchant), updates)
    return plan
  }

  await takeRows?.(file.rows.length)
  return changeCatalog(ctx, {
    merchant,
    async change(inTx, catalog) {
      const { plan, updates } = await planInBatches(inTx, { merchant, file, onProgress })
      const [first] = plan.problems
      if (first) throw refuse(first, plan.problems)
      const onWritten = (count: number) => onProgress(2 * file.rows.length - updates.length + count)
      if (updates.length > 0) await putItems(inTx, { catalog, updates, onWritten })
      // Before the audit log, in the order in which canceling a job locks both.
      await beforeEnd?.(inTx, plan)
      if (updates.length === 0) return plan

      const after = countActions(plan.rows)
      const change = { action: 'inventory.imported', target: merchant, before: null, after }
      await recordChange(inTx, { by, ...change })
      return plan
    },
  })
}

/** Plans in batches, so that other requests run in between. */
async function planInBatches(
  ctx: TxContext,
  input: { merchant: Address; file: ImportFile; onProgress: (done: number) => void },
): Promise<{ plan: ImportPlan; updates: ItemUpdate[] }> {
  const { merchant, file, onProgress } = input
  const plan: ImportPlan = { rows: [], problems: [...file.problems] }
  const updates: ItemUpdate[] = []
  for (let at = 0; at < file.rows.length; at += batchSize) {
    const batch = file.rows.slice(at, at + batchSize)
    const skus = batch.map(({ change }) => change.sku)
    const items = await listItemsBySku(ctx.db, { merchant, skus })
    const { rows, problems } = planImport(batch, new Map(items.map((item) => [item.sku, item])))

    plan.rows.push(...rows)
    plan.problems.push(...problems)
    for (const { action, before, after: fields } of rows) {
      if (action === 'unchanged') continue
      updates.push({ before, after: stampItem(ctx, { merchant, before, fields }) })
    }
    onProgress(at + batch.length)
  }
  const lineOf = new Map(plan.rows.map(({ line, after }) => [after.sku, line]))
  for (const { sku, message } of await findVariantProblems(ctx, { merchant, updates })) {
    plan.problems.push({ line: lineOf.get(sku) ?? 1, message })
  }
  plan.problems.sort((a, b) => a.line - b.line)
  return { plan, updates }
}

function refuse(first: ImportProblem, all: readonly ImportProblem[]): AppError {
  const message = `Line ${first.line}: ${first.message}. Nothing was imported.`
  return new AppError('invalid_input', message, { fields: describeProblems(all) })
}
