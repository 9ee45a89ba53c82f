import { projectStatus } from '../src/features/receipts/status/project-status.js'
import { type Effects, effectsOf } from '../src/features/receipts/status/transitions.js'
import { type ReceiptStatus, receiptStatuses, statusFacts } from '../src/lib/receipt-statuses.js'
import { renderDiagram } from './render-diagram.js'
import { renderTable } from './render-table.js'
import { renderCode, renderTransitions } from './render-transitions.js'

/** Returns the page `docs/receipt-status.md`, generated from the tables that the service uses. */
export function renderStatuses(): string {
  return `<!-- Generated from server/src/features/receipts: npm run generate -->

# Receipt statuses

\`status\` has one of these values, in every response and every webhook. \`paymentStatus\` maps it to the eight values
of the status endpoint; where the table shows two, the second is for receipts created by \`POST /api/receipts\`. Before
you ship goods, check whether the money has been received, not how far the buyer got.

${renderMeanings()}

*Settled*: if you post a tracking status or \`checkout_success\` now, the response is \`{"ok":true}\` and the timeline
records it, but the status does not change.

## Transitions

\`\`\`mermaid
${renderDiagram()}
\`\`\`

*Any unpaid status* is every status that is not settled. An arrow to it leads back to the status before a chain
reorganization removed the block.

## Permissions

*developer* is a program with a key, *portal* the payment page, *buyer* a buyer signed in there with a wallet, *staff* a
signed-in owner or admin, and *system* the service itself. Setting the status that a receipt already has changes nothing
and sends nothing. A status you may never set returns \`403 forbidden\`. A status that cannot follow the current one, or
is not in the table above, returns \`400 invalid_input\`.

\`refund_requested\` and \`refunded\` also require that money came in: see [Status](receipts.md#status).

${renderTable(
  ['status', 'set by', 'from'],
  renderTransitions(() => true),
)}

## Effects

Every transition adds to the timeline and sends \`receipt.status_updated\`. Some do more:

${renderEffects()}
`
}

function renderMeanings(): string {
  const rows = receiptStatuses.map((status) => {
    const { meaning, isTracking, isSettled, isPaid, isFinal } = statusFacts[status]
    const flags = { tracking: isTracking, settled: isSettled, final: isFinal }
    const names = Object.entries(flags).flatMap(([name, holds]) => (holds ? [name] : []))
    return [
      renderCode(status),
      meaning,
      isPaid ? 'yes' : '',
      names.join(', '),
      projectionsOf(status),
    ]
  })
  return renderTable(['status', 'meaning', 'money received', 'kind', 'paymentStatus'], rows)
}

function projectionsOf(status: ReceiptStatus): string {
  const projections = new Set([projectStatus(status, 'order'), projectStatus(status, 'direct')])
  return [...projections].map(renderCode).join(', ')
}

const effectTexts: Record<keyof Effects, string> = {
  reservesStock: 'Holds the stock if it is free and not held already.',
  releasesStock: 'Returns held stock to sale.',
  sellsStock:
    'Takes held stock out of the catalog; if too little is left, the receipt is `oversold`.',
  isManual:
    'Flags the change as manual; `paid` is also posted to the `manual` account of the ledger.',
  reversesPayment: 'Undoes the effects of the payment.',
}

function renderEffects(): string {
  const names = Object.keys(effectTexts) as (keyof Effects)[]
  const rows = names.flatMap((name) =>
    renderTransitions((move) => effectsOf(move)[name]).map((cells) => [
      effectTexts[name],
      ...cells,
    ]),
  )
  return renderTable(['effect', 'status', 'set by', 'from'], rows)
}
