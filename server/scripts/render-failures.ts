import {
  failureCategories,
  failureCodes,
  findFailure,
} from '../src/features/receipts/status/failures.js'
import { renderTable } from './render-table.js'

/** Returns the page `docs/failures.md`: every failure code with its cause and next step. */
export function renderFailures(): string {
  return `<!-- Generated from server/src/features/receipts/status/failures.ts: npm run generate -->

# Failure codes

A \`failed\` receipt has \`failureCode\`, \`failureCategory\`, \`failureReason\` and \`failureAction\`, in
\`GET /api/receipts/status\` and in its webhook. Codes and categories are stable: branch on them. The texts are for people
and may change. A failed receipt can still be paid, by a new attempt or a payment that arrives late.

A payment page may report the codes of \`blockchain\`, \`session\` and \`system\`, which it can observe. The other codes come from
a payment provider, and in sandbox mode from \`POST /api/sandbox/pay\`.

${failureCategories.map(renderCategory).join('\n\n')}
`
}

function renderCategory(category: string): string {
  const rows = failureCodes.flatMap((code) => {
    const failure = findFailure(code)
    if (failure?.category !== category) return []
    return [[`\`${code}\``, failure.reason, failure.action, failure.buyer]]
  })
  const heads = ['code', 'reason', 'action', 'text for the buyer']
  return `## \`${category}\`\n\n${renderTable(heads, rows)}`
}
