import { describe, expect, test } from 'vitest'
import { actors, decideTransition } from '../src/features/receipts/status/transitions.js'
import { receiptStatuses, statusFacts } from '../src/lib/receipt-statuses.js'
import { listArrows } from './render-diagram.js'
import { renderStatuses } from './render-statuses.js'

const page = renderStatuses()

/** The groups of the diagram. */
const groups: Record<string, readonly string[]> = {
  tracking: ['link_opened', 'buyer_logged_in', 'checkout_initialized'],
  unpaid: receiptStatuses.filter((status) => !statusFacts[status].isSettled),
  received: ['paid', 'completed', 'reconciled'],
}

describe('renderStatuses', () => {
  test('default', () => {
    for (const status of receiptStatuses) {
      expect(page).toContain(`| \`${status}\` | ${statusFacts[status].meaning} |`)
    }
  })

  test('behavior: draws every arrow that follows from the table', () => {
    const [, diagram = ''] = /```mermaid\n(.*?)```/s.exec(page) ?? []
    const arrows = listArrows()
    expect(arrows.length).toBeGreaterThan(20)
    for (const { from, to, by } of arrows) {
      expect(diagram).toContain(`  ${from} --> ${to}: ${by.join(', ')}\n`)
    }
  })

  test('behavior: every table has rows of equal length', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('|'))
    const widths = new Set(rows.map((row) => row.split('|').length - 2))
    expect(widths).toEqual(new Set([5, 3, 4]))
  })

  test('behavior: lists each effect with its status and actor', () => {
    expect(page).toContain(
      '| Flags the change as manual; `paid` is also posted to the `manual` account of the ledger. | `reconciled` | staff | `paid`, `completed` |',
    )
  })
})

describe('listArrows', () => {
  test('default', () => {
    const drawn = listArrows().flatMap(({ from, to, by }) =>
      by.flatMap((actor) =>
        (groups[from] ?? [from]).flatMap((origin) =>
          (groups[to] ?? [to])
            .filter((target) => target !== origin)
            .map((target) => `${actor}: ${origin} > ${target}`),
        ),
      ),
    )
    const moves = actors.flatMap((actor) =>
      receiptStatuses.flatMap((from) =>
        receiptStatuses
          .filter((to) => decideTransition({ from, to, actor, kind: 'order' }).kind === 'move')
          .map((to) => `${actor}: ${from} > ${to}`),
      ),
    )
    expect([...new Set(drawn)].toSorted()).toEqual(moves.toSorted())
  })
})
