import type { Item, ItemFields } from '../item.js'
import { changedFields, mergeItem } from '../merge-item.js'
import type { ImportProblem, ImportRow } from './read-rows.js'

/** The effect of a row on the catalog. */
export type PlannedRow = {
  line: number
  action: 'create' | 'update' | 'unchanged'
  before: Item | null
  after: ItemFields
}

export type ImportPlan = { rows: PlannedRow[]; problems: ImportProblem[] }

/** Decides the effect of each row on the existing items, or its problem. */
export function planImport(
  rows: readonly ImportRow[],
  existing: ReadonlyMap<string, Item>,
): ImportPlan {
  const plan: ImportPlan = { rows: [], problems: [] }
  for (const row of rows) {
    const planned = planRow(row, existing.get(row.change.sku) ?? null)
    if ('message' in planned) plan.problems.push(planned)
    else plan.rows.push(planned)
  }
  return plan
}

function planRow({ line, change }: ImportRow, before: Item | null): PlannedRow | ImportProblem {
  const merged = mergeItem(before, change)
  if ('problem' in merged) return { line, message: merged.problem }

  const after = merged.value
  if (!before) return { line, action: 'create', before, after }
  const isChanged = changedFields(before, after).length > 0
  return { line, action: isChanged ? 'update' : 'unchanged', before, after }
}
