import {
  actors,
  decideTransition,
  type Transition,
} from '../src/features/receipts/status/transitions.js'
import { type ReceiptStatus, receiptStatuses, statusFacts } from '../src/lib/receipt-statuses.js'

/**
 * Returns the cells `status`, `set by` and `from` of the chosen transitions. Equal rows are merged.
 */
export function renderTransitions(isChosen: (move: Transition) => boolean): string[][] {
  const rows = receiptStatuses.flatMap((to) =>
    actors.flatMap((actor) => {
      const origins = receiptStatuses.filter((from) => {
        // An order can be in every status; a direct receipt lacks `generated`.
        const move: Transition = { from, to, actor, kind: 'order' }
        return decideTransition(move).kind === 'move' && isChosen(move)
      })
      return origins.length > 0 ? [[renderCode(to), actor, renderOrigins(origins, to)]] : []
    }),
  )
  return mergeRows(mergeRows(rows, 1), 0)
}

/** Formats a word as Markdown code. */
export function renderCode(text: string): string {
  return `\`${text}\``
}

function renderOrigins(origins: readonly ReceiptStatus[], to: ReceiptStatus): string {
  const unpaid = receiptStatuses.filter((status) => !statusFacts[status].isSettled)
  const isAny = unpaid.every((status) => status === to || origins.includes(status))
  const rest = isAny ? origins.filter((status) => !unpaid.includes(status)) : origins
  return [...(isAny ? ['any unpaid status'] : []), ...rest.map(renderCode)].join(', ')
}

/** Joins the cells of one column where all others are the same. */
function mergeRows(rows: readonly string[][], column: number): string[][] {
  const merged = new Map<string, string[]>()
  for (const row of rows) {
    const key = row.toSpliced(column, 1).join('|')
    const earlier = merged.get(key)
    merged.set(key, earlier ? row.with(column, `${earlier[column]}, ${row[column]}`) : row)
  }
  return [...merged.values()]
}
