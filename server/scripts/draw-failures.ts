import {
  failureCategories,
  failureCodes,
  findFailure,
} from '../src/features/receipts/status/failures.js'
import { drawTable } from './draw-table.js'

/** The page `docs/failures.md`: every failure code with what it means and what to do. */
export function drawFailures(): string {
  return `<!-- Generated from server/src/features/receipts/status/failures.ts: npm run generate -->

# Why a payment failed

A receipt that is \`failed\` carries \`failureCode\`, \`failureCategory\`, \`failureReason\` and \`failureAction\`, in
\`GET /api/receipts/status\` and in its webhook. Codes and categories are stable: branch on them. The sentences
are for people and may change. A failed receipt can still be paid: by a new attempt, or by money that arrives late.

${failureCategories.map(drawCategory).join('\n\n')}
`
}

function drawCategory(category: string): string {
  const rows = failureCodes.flatMap((code) => {
    const failure = findFailure(code)
    if (failure?.category !== category) return []
    return [[`\`${code}\``, failure.reason, failure.action, failure.buyer]]
  })
  const heads = ['code', 'what happened', 'what you can do', 'what the buyer reads']
  return `## \`${category}\`\n\n${drawTable(heads, rows)}`
}
