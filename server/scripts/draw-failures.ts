import {
  failureCategories,
  failureCodes,
  findFailure,
} from '../src/features/receipts/status/failures.js'
import { drawTable } from './draw-table.js'

/** Returns the page `docs/failures.md`, with the reason and the action for every failure code. */
export function drawFailures(): string {
  return `<!-- Generated from server/src/features/receipts/status/failures.ts: npm run generate -->

# Payment failures

A \`failed\` receipt has \`failureCode\`, \`failureCategory\`, \`failureReason\` and \`failureAction\`, in
\`GET /api/receipts/status\` and in its webhook. Codes and categories are stable, so use them in your code. The texts
may change. A failed receipt can still be paid, by a new attempt or by a late transfer.

${failureCategories.map(drawCategory).join('\n\n')}
`
}

function drawCategory(category: string): string {
  const rows = failureCodes.flatMap((code) => {
    const failure = findFailure(code)
    if (failure?.category !== category) return []
    return [[`\`${code}\``, failure.reason, failure.action, failure.buyer]]
  })
  const heads = ['code', 'reason', 'action', 'shown to the buyer']
  return `## \`${category}\`\n\n${drawTable(heads, rows)}`
}
