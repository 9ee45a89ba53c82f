import { describeChange } from '../describe-change.js'
import { countActions } from './count-actions.js'
import { describeProblems } from './describe-problems.js'
import type { ImportPlan, PlannedRow } from './plan-import.js'

const maxRows = 1_000

/** What an import has done, or would do: the counts, and the rows that make a difference. */
export function describeImport({ rows, problems }: ImportPlan) {
  const different = rows.filter(({ action }) => action !== 'unchanged')
  return {
    ...countActions(rows),
    rows: different.slice(0, maxRows).map(describeRow),
    truncated: different.length > maxRows,
    ...describeProblems(problems),
  }
}

function describeRow({ line, action, before, after }: PlannedRow) {
  return { line, sku: after.sku, action, ...describeChange(before, after) }
}
