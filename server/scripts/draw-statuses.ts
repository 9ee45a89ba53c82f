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

/** Returns the page `docs/receipt-status.md`, generated from the tables that the service uses. */
export function drawStatuses(): string {
  return `<!-- Generated from server/src/features/receipts: npm run generate -->

# Receipt statuses

The field \`status\` of every response and webhook has one of these values. \`paymentStatus\` summarises it in the
eight values of the status endpoint. Where two are given, the second applies to receipts created by
\`POST /api/receipts\`. Before you ship goods, check that the money is *in*, not how far the buyer got.

${drawMeanings()}

*Settled*: if you now post a tracking status or \`checkout_success\`, the response is \`{"ok":true}\` and the timeline
records it, but the status does not change.

## Transitions

\`\`\`mermaid
${drawDiagram()}
\`\`\`

*Any unpaid status* is any status that is not settled. After a chain reorganisation removes a payment, the receipt
returns to its previous unpaid status.

## Permissions

| actor | meaning |
| --- | --- |
| developer | a program with a developer key |
| portal | the payment page |
| buyer | a buyer who signed in on the payment page with a wallet |
| staff | a signed-in owner or admin |
| engine | the service itself |

Setting the current status again has no effect and sends no event. A status that an actor may never set returns
\`403 forbidden\`. An unknown status, or one that cannot follow the current status, returns \`400 invalid_input\`.

${drawTable(
  ['status', 'set by', 'from'],
  drawMoves(() => true),
)}

## Effects

Every transition adds a timeline entry and sends \`receipt.status_updated\`. Some have more effects:

${drawEffects()}
`
}

function drawMeanings(): string {
  const rows = receiptStatuses.map((status) => {
    const { meaning, isTracking, isSettled, isPaid, isFinal } = statusFacts[status]
    const flags = { tracking: isTracking, settled: isSettled, final: isFinal }
    const kinds = Object.entries(flags).flatMap(([kind, holds]) => (holds ? [kind] : []))
    return [drawCode(status), meaning, isPaid ? 'yes' : '', kinds.join(', '), projectionsOf(status)]
  })
  return drawTable(['status', 'meaning', 'money is in', 'kind', 'paymentStatus'], rows)
}

function projectionsOf(status: ReceiptStatus): string {
  const projections = new Set([projectStatus(status, 'order'), projectStatus(status, 'direct')])
  return [...projections].map(drawCode).join(', ')
}

const effectTexts: Record<keyof Effects, string> = {
  reservesStock: 'Reserves stock again if it was released.',
  releasesStock: 'Releases reserved stock.',
  sellsStock: 'Sells the reserved stock. If none is left, the receipt is `oversold`.',
  marked: 'Marks the change as manual. The ledger keeps it apart from chain payments.',
  reversesPayment: 'Reverses the effects of the payment.',
}

function drawEffects(): string {
  const names = Object.keys(effectTexts) as (keyof Effects)[]
  const rows = names.flatMap((name) =>
    drawMoves((move) => effectsOf(move)[name]).map((cells) => [effectTexts[name], ...cells]),
  )
  return drawTable(['effect', 'status', 'set by', 'from'], rows)
}
