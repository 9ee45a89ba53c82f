import { describeChange } from '../describe-change.js'
import type { ImportPlan, PlannedRow } from './plan-import.js'
import type { ImportProblem } from './read-rows.js'

const maxRows = 1_000
const maxProblems = 100

/** Describes an import or a dry run: the counts, and the rows that change something. */
export function describeImport({ rows, problems }: ImportPlan) {
  const changedRows = rows.filter(({ action }) => action !== 'unchanged')
  return {
    ...countActions(rows),
    rows: changedRows.slice(0, maxRows).map(describeRow),
    truncated: changedRows.length > maxRows,
    ...describeProblems(problems),
  }
}

/** Counts the rows by action. */
export function countActions(rows: readonly PlannedRow[]) {
  const count = (action: PlannedRow['action']) => rows.filter((row) => row.action === action).length
  return { created: count('create'), updated: count('update'), unchanged: count('unchanged') }
}

/** Returns the first problems of a file and the number of all problems. */
export function describeProblems(problems: readonly ImportProblem[]) {
  return { problems: problems.slice(0, maxProblems), problemCount: problems.length }
}

function describeRow({ line, action, before, after }: PlannedRow) {
  return { line, sku: after.sku, action, ...describeChange(before, after) }
}
