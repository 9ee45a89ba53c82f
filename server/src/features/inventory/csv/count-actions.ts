import type { PlannedRow } from './plan-import.js'

/** How many rows do what. */
export function countActions(rows: readonly PlannedRow[]) {
  const count = (action: PlannedRow['action']) => rows.filter((row) => row.action === action).length
  return { created: count('create'), updated: count('update'), unchanged: count('unchanged') }
}
