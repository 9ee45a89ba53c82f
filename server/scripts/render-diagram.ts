import {
  actors,
  decideTransition,
  type TransitionActor,
} from '../src/features/receipts/status/transitions.js'
import { type ReceiptStatus, receiptStatuses, statusFacts } from '../src/lib/receipt-statuses.js'

/** An arrow between statuses or groups of statuses. */
export type Arrow = { from: string; to: string; by: readonly TransitionActor[] }

type Group = { name: string; members: readonly ReceiptStatus[] }

/** Drawn as a box with its members. */
const tracking: Group = {
  name: 'tracking',
  members: receiptStatuses.filter((status) => statusFacts[status].isTracking),
}

/** Drawn as one state for all members, so that their arrows do not clutter the diagram. */
const standIns: readonly Group[] = [
  {
    name: 'unpaid',
    members: receiptStatuses.filter((status) => !statusFacts[status].isSettled),
  },
  { name: 'received', members: ['paid', 'completed', 'reconciled'] },
]

const themes: readonly { title: string; targets: readonly string[] }[] = [
  { title: 'Tracking', targets: ['tracking', 'checkout_success'] },
  {
    title: 'The main path',
    targets: ['pending', 'tx_mined', 'recipient_validated', 'paid', 'completed', 'reconciled'],
  },
  {
    title: 'Failures and reorganizations',
    targets: ['failed', 'tx_mismatch', 'unpaid'],
  },
  { title: 'Refunds', targets: ['refund_requested', 'refunded'] },
]

/** Returns the transitions as a Mermaid state diagram. */
export function renderDiagram(): string {
  const arrows = listArrows()
  const parts = themes.map(({ title, targets }) => {
    const drawnArrows = targets.flatMap((target) => arrows.filter(({ to }) => to === target))
    return [
      `  %% ${title}`,
      ...drawnArrows.map(({ from, to, by }) => `  ${from} --> ${to}: ${by.join(', ')}`),
    ]
  })
  return [
    'stateDiagram-v2',
    '  state "any unpaid status" as unpaid',
    '  state "paid, completed or reconciled" as received',
    `  state ${tracking.name} {`,
    ...tracking.members.map((member) => `    ${member}`),
    '  }',
    '  [*] --> generated: order, terminal',
    '  [*] --> pending: POST /api/receipts',
    '  [*] --> paid: x402',
    ...parts.flat(),
    '  refunded --> [*]',
  ].join('\n')
}

/** Returns the arrows of the diagram, which cover exactly the transitions of the table. */
export function listArrows(): Arrow[] {
  const arrows = new Map<string, { from: string; to: string; by: TransitionActor[] }>()
  for (const actor of actors) {
    for (const [from, to] of arrowsOf(actor)) {
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, by: [] }
      arrow.by.push(actor)
      arrows.set(`${from} ${to}`, arrow)
    }
  }
  return [...arrows.values()]
}

function arrowsOf(actor: TransitionActor): [string, string][] {
  // An order can be in every status; a direct receipt lacks `generated`.
  const moves = receiptStatuses.flatMap((from) =>
    receiptStatuses
      .filter((to) => decideTransition({ from, to, actor, kind: 'order' }).kind === 'move')
      .map((to): [string, string] => [from, to]),
  )
  return [...standIns, tracking].reduce(gather, moves)
}

/** Replaces arrows that all members of a group share with one arrow of the group. */
function gather(arrows: [string, string][], { name, members }: Group): [string, string][] {
  const isMember = (status: string) => (members as readonly string[]).includes(status)
  const has = (from: string, to: string) => arrows.some(([a, b]) => a === from && b === to)
  const entersAll = (from: string) =>
    members.every((member) => member === from || has(from, member)) && !isMember(from)
  const allLeave = (to: string) => members.every((member) => member === to || has(member, to))

  const gathered = arrows.map(([from, to]): [string, string] => {
    if (isMember(to) && entersAll(from)) return [from, name]
    if (isMember(from) && allLeave(to)) return [name, to]
    return [from, to]
  })
  return [...new Map(gathered.map((arrow) => [arrow.join(' '), arrow])).values()]
}
