import { projectStatus } from '../src/features/receipts/status/project-status.js'
import {
  type ReceiptStatus,
  receiptStatuses,
  statusFacts,
} from '../src/features/receipts/status/statuses.js'
import { type Effects, effectsOf } from '../src/features/receipts/status/transitions.js'
import { drawDiagram } from './draw-diagram.js'
import { drawCode, drawMoves } from './draw-moves.js'
import { drawTable } from './draw-table.js'

/** The page `docs/receipt-status.md`, all of it from the tables that the service runs on. */
export function drawStatuses(): string {
  return `<!-- Generated from server/src/features/receipts: npm run generate -->

# The status of a receipt

Each of these words may stand in \`status\`, in every answer and every webhook. \`paymentStatus\` says the same
in the eight words of the status endpoint; where two are given, the second is for receipts made by
\`POST /api/receipts\`. Ask whether the money is *in* before you send goods, not how far the buyer got.

${drawMeanings()}

*Settled*: a tracking status that is posted now is kept in the timeline and answered \`{"ok":true}\`, but the
status stays. So does \`checkout_success\`.

## How it moves

\`\`\`mermaid
${drawDiagram()}
\`\`\`

*Any unpaid status* is each one that is not settled. An arrow to it leads back to the status that the receipt
had before the chain took the block away.

## Who may set what

The developer is a program with a key, the portal is the payment page, the buyer has signed in there with a
wallet, staff are a signed-in owner or admin, and the engine is the service itself. Asking for the status that a
receipt has already changes nothing and sends nothing. A status that somebody may never set is \`403 forbidden\`;
one that does not follow from where the receipt is, and a word that is not in the table above, are
\`400 invalid_input\`.

${drawTable(
  ['status', 'set by', 'from'],
  drawMoves(() => true),
)}

## What follows

Every move adds to the timeline and sends \`receipt.status_updated\`. Some do more:

${drawEffects()}
`
}

function drawMeanings(): string {
  const rows = receiptStatuses.map((status) => {
    const { meaning, isTracking, isSettled, isPaid, isFinal } = statusFacts[status]
    const flags = { tracking: isTracking, settled: isSettled, final: isFinal }
    const words = Object.entries(flags).flatMap(([word, holds]) => (holds ? [word] : []))
    return [drawCode(status), meaning, isPaid ? 'yes' : '', words.join(', '), projectionsOf(status)]
  })
  return drawTable(['status', 'meaning', 'money is in', 'kind', 'paymentStatus'], rows)
}

function projectionsOf(status: ReceiptStatus): string {
  const projections = new Set([projectStatus(status, 'order'), projectStatus(status, 'direct')])
  return [...projections].map(drawCode).join(', ')
}

const effectTexts: Record<keyof Effects, string> = {
  reservesStock: 'Stock is set aside again if it had been given back.',
  releasesStock: 'Stock that was set aside goes back on sale.',
  sellsStock: 'Stock that was set aside is sold; if none is left the receipt is `oversold`.',
  marked: 'Kept apart as set by hand, in the manual account of the ledger.',
  reversesPayment: 'What being paid had caused is undone.',
}

function drawEffects(): string {
  const names = Object.keys(effectTexts) as (keyof Effects)[]
  const rows = names.flatMap((name) =>
    drawMoves((move) => effectsOf(move)[name]).map((cells) => [effectTexts[name], ...cells]),
  )
  return drawTable(['what happens', 'status', 'set by', 'from'], rows)
}
