import { describe, expect, test } from 'vitest'
import {
  type ReceiptKind,
  type ReceiptStatus,
  receiptStatuses,
  statusFacts,
} from '../../../lib/receipt-statuses.js'
import {
  actors,
  decideTransition,
  effectsOf,
  type Transition,
  type TransitionActor,
} from './transitions.js'

// The expected decision for each actor. The first line of a grid lists the statuses that the actor
// may set. `no` is 400 `invalid_input`.
const grids: Record<TransitionActor, string> = {
  developer: `
                       link_opened buyer_logged_in checkout_initialized
  generated            move        move            move
  link_opened          same        move            move
  buyer_logged_in      move        same            move
  checkout_initialized move        move            same
  pending              move        move            move
  checkout_success     move        move            move
  tx_mined             note        note            note
  recipient_validated  note        note            note
  tx_mismatch          note        note            note
  paid                 note        note            note
  completed            note        note            note
  reconciled           note        note            note
  failed               move        move            move
  refund_requested     note        note            note
  refunded             note        note            note`,
  portal: `
                       link_opened buyer_logged_in checkout_initialized pending failed
  generated            move        move            move                 move    move
  link_opened          same        move            move                 move    move
  buyer_logged_in      move        same            move                 move    move
  checkout_initialized move        move            same                 move    move
  pending              move        move            move                 same    move
  checkout_success     move        move            move                 no      move
  tx_mined             note        note            note                 no      no
  recipient_validated  note        note            note                 no      no
  tx_mismatch          note        note            note                 no      no
  paid                 note        note            note                 no      no
  completed            note        note            note                 no      no
  reconciled           note        note            note                 no      no
  failed               move        move            move                 move    same
  refund_requested     note        note            note                 no      no
  refunded             note        note            note                 no      no`,
  buyer: `
                       link_opened buyer_logged_in checkout_initialized checkout_success refund_requested
  generated            move        move            move                 move             no
  link_opened          same        move            move                 move             no
  buyer_logged_in      move        same            move                 move             no
  checkout_initialized move        move            same                 move             no
  pending              move        move            move                 move             no
  checkout_success     move        move            move                 same             no
  tx_mined             note        note            note                 note             no
  recipient_validated  note        note            note                 note             no
  tx_mismatch          note        note            note                 note             no
  paid                 note        note            note                 note             move
  completed            note        note            note                 note             move
  reconciled           note        note            note                 note             move
  failed               move        move            move                 move             no
  refund_requested     note        note            note                 note             same
  refunded             note        note            note                 note             no`,
  staff: `
                       link_opened buyer_logged_in checkout_initialized checkout_success paid reconciled failed refund_requested refunded
  generated            move        move            move                 move             move no         move   move             no
  link_opened          same        move            move                 move             move no         move   move             no
  buyer_logged_in      move        same            move                 move             move no         move   move             no
  checkout_initialized move        move            same                 move             move no         move   move             no
  pending              move        move            move                 move             move no         move   move             no
  checkout_success     move        move            move                 same             move no         move   move             no
  tx_mined             note        note            note                 note             no   no         no     move             no
  recipient_validated  note        note            note                 note             no   no         no     move             no
  tx_mismatch          note        note            note                 note             move no         move   move             no
  paid                 note        note            note                 note             same move       no     move             move
  completed            note        note            note                 note             no   move       no     move             move
  reconciled           note        note            note                 note             no   same       no     move             move
  failed               move        move            move                 move             move no         same   move             no
  refund_requested     note        note            note                 note             move no         no     same             move
  refunded             note        note            note                 note             no   no         no     no               same`,
  system: `
                       generated link_opened buyer_logged_in checkout_initialized pending checkout_success tx_mined recipient_validated tx_mismatch paid completed reconciled failed refund_requested
  generated            same      no          no              no                   move    no               move     no                  no          move no        no         move   no
  link_opened          no        same        no              no                   move    no               move     no                  no          move no        no         move   no
  buyer_logged_in      no        no          same            no                   move    no               move     no                  no          move no        no         move   no
  checkout_initialized no        no          no              same                 move    no               move     no                  no          move no        no         move   no
  pending              no        no          no              no                   same    no               move     no                  no          move no        no         move   no
  checkout_success     no        no          no              no                   no      same             move     no                  no          move no        no         move   no
  tx_mined             move      move        move            move                 move    move             same     move                move        move no        no         move   no
  recipient_validated  move      move        move            move                 move    move             no       same                move        move no        no         move   no
  tx_mismatch          move      move        move            move                 move    move             no       no                  same        move no        no         move   no
  paid                 move      move        move            move                 move    move             no       no                  move        same move      no         move   move
  completed            move      move        move            move                 move    move             no       no                  no          no   same      move       move   no
  reconciled           move      move        move            move                 move    move             no       no                  no          no   no        same       move   no
  failed               no        no          no              no                   move    no               move     no                  no          move no        no         same   no
  refund_requested     no        no          no              no                   no      no               move     move                no          move no        no         no     same
  refunded             no        no          no              no                   no      no               no       no                  no          no   no        no         no     no`,
}

const kinds: readonly ReceiptKind[] = ['order', 'terminal', 'direct']

const all: readonly Transition[] = actors.flatMap((actor) =>
  kinds.flatMap((kind) =>
    receiptStatuses.flatMap((from) => receiptStatuses.map((to) => ({ from, to, actor, kind }))),
  ),
)

const cells = new Map<string, string>()
for (const [actor, grid] of Object.entries(grids)) {
  const [heads = [], ...rows] = grid
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/))
  for (const [from, ...statuses] of rows) {
    for (const [index, status] of statuses.entries()) {
      cells.set(`${actor} ${from} ${heads[index]}`, status)
    }
  }
}

const expected = ({ from, to, actor, kind }: Transition): string => {
  const cell = cells.get(`${actor} ${from} ${to}`) ?? 'forbidden'
  const isBackToGenerated = cell === 'move' && to === 'generated'
  return isBackToGenerated && kind === 'direct' ? 'no' : cell
}

const decided = (transition: Transition): string => {
  const decision = decideTransition(transition)
  if (decision.kind !== 'refused') return decision.kind
  return decision.code === 'forbidden' ? 'forbidden' : 'no'
}

const moves = all.filter((transition) => decideTransition(transition).kind === 'move')

const reachable = (start: ReceiptStatus, kind: ReceiptKind, by: readonly TransitionActor[]) => {
  const reached = new Set([start])
  for (const status of reached) {
    for (const move of moves) {
      if (move.from === status && move.kind === kind && by.includes(move.actor)) {
        reached.add(move.to)
      }
    }
  }
  return reached
}

describe('decideTransition', () => {
  test('default', () => {
    expect(
      decideTransition({ from: 'generated', to: 'link_opened', actor: 'developer', kind: 'order' }),
    ).toEqual({ kind: 'move' })
  })

  test.each(
    actors.flatMap((actor) => kinds.map((kind): [TransitionActor, ReceiptKind] => [actor, kind])),
  )('behavior: decides every pair of statuses, by %s, for a receipt of kind %s', (actor, kind) => {
    const ownTransitions = all.filter(
      (transition) => transition.actor === actor && transition.kind === kind,
    )
    expect(ownTransitions).toHaveLength(15 * 15)
    const named = (outcomeOf: (transition: Transition) => string) =>
      ownTransitions.map(
        (transition) => `${transition.from} > ${transition.to}: ${outcomeOf(transition)}`,
      )
    expect(named(decided)).toEqual(named(expected))
  })

  test('behavior: a settled status changes only by settlement, staff or a refund', () => {
    const leaving = moves.filter((move) => statusFacts[move.from].isSettled)
    expect(new Set(leaving.map(({ actor }) => actor))).toEqual(
      new Set(['buyer', 'staff', 'system']),
    )

    const byBuyer = leaving.filter(({ actor }) => actor === 'buyer').map(({ to }) => to)
    expect(new Set(byBuyer)).toEqual(new Set(['refund_requested']))
    const byStaff = leaving.filter(({ actor }) => actor === 'staff').map(({ to }) => to)
    expect(new Set(byStaff)).toEqual(
      new Set(['paid', 'failed', 'reconciled', 'refund_requested', 'refunded']),
    )
  })

  test('behavior: a status is final only if no transition leaves it', () => {
    const leftStatuses = new Set(moves.map(({ from }) => from))
    for (const status of receiptStatuses) {
      expect([status, statusFacts[status].isFinal]).toEqual([status, !leftStatuses.has(status)])
    }
  })

  test.each(kinds)(
    'behavior: no path of a developer or the portal leads to a paid status, %s',
    (kind) => {
      const starts = receiptStatuses.filter((status) => !statusFacts[status].isPaid)
      for (const start of starts) {
        const paid = [...reachable(start, kind, ['developer', 'portal'])].filter(
          (status) => statusFacts[status].isPaid,
        )
        expect([start, paid]).toEqual([start, []])
      }
    },
  )

  test('behavior: a developer alone reaches only the tracking statuses', () => {
    expect(reachable('generated', 'order', ['developer'])).toEqual(
      new Set(['generated', 'link_opened', 'buyer_logged_in', 'checkout_initialized']),
    )
  })

  // Only system and staff confirm payments, and a refund needs one.
  test('behavior: without system and staff no receipt is settled or refundable', () => {
    const paid = [...reachable('generated', 'order', ['developer', 'portal', 'buyer'])].filter(
      (status) => statusFacts[status].isSettled,
    )
    expect(paid).toEqual([])
  })

  test.each<[ReceiptStatus, ReceiptKind, readonly ReceiptStatus[]]>([
    ['generated', 'order', receiptStatuses],
    ['generated', 'terminal', receiptStatuses],
    ['pending', 'direct', receiptStatuses.filter((status) => status !== 'generated')],
  ])('behavior: from %s, a receipt of kind %s can reach every status', (start, kind, statuses) => {
    expect(reachable(start, kind, actors)).toEqual(new Set(statuses))
  })

  test.each<[string, Transition, string]>([
    [
      'what a developer key may set',
      { from: 'paid', to: 'paid', actor: 'developer', kind: 'order' },
      'A developer key can set only: link_opened, buyer_logged_in, checkout_initialized.',
    ],
    [
      'from where it would work',
      { from: 'pending', to: 'refunded', actor: 'staff', kind: 'order' },
      'This receipt is pending. It can become refunded only from: paid, completed, reconciled, refund_requested.',
    ],
    [
      'that it never works',
      { from: 'paid', to: 'generated', actor: 'system', kind: 'direct' },
      'This receipt cannot become generated.',
    ],
  ])('error: the message states %s', (_, transition, message) => {
    expect(decideTransition(transition)).toMatchObject({ kind: 'refused', message })
  })
})

describe('effectsOf', () => {
  const none = {
    reservesStock: false,
    releasesStock: false,
    sellsStock: false,
    isManual: false,
    reversesPayment: false,
  }

  test('default', () => {
    expect(effectsOf({ from: 'pending', to: 'paid', actor: 'staff', kind: 'order' })).toEqual({
      ...none,
      sellsStock: true,
      isManual: true,
    })
  })

  test('behavior: returns the effects of every transition', () => {
    expect(moves.length).toBeGreaterThan(0)
    for (const move of moves) {
      const { from, to, actor } = move
      const wasOnChain = statusFacts[from].isSettled
      const isByHand = actor === 'staff' && ['paid', 'reconciled', 'failed'].includes(to)
      expect({ move, effects: effectsOf(move) }).toEqual({
        move,
        effects: {
          reservesStock:
            to === 'tx_mined' ||
            (from === 'refund_requested' && to === 'recipient_validated') ||
            (to === 'pending' && actor === 'system' && !wasOnChain),
          releasesStock: to === 'failed',
          sellsStock: to === 'paid',
          isManual: isByHand,
          reversesPayment:
            ['paid', 'completed', 'reconciled'].includes(from) &&
            actor === 'system' &&
            !['completed', 'reconciled', 'refund_requested'].includes(to),
        },
      })
    }
  })

  test('behavior: returns no effects for a refused transition', () => {
    const others = all.filter((transition) => decideTransition(transition).kind !== 'move')
    for (const other of others) {
      expect({ other, effects: effectsOf(other) }).toEqual({ other, effects: none })
    }
  })
})
