import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { baseUnits, cents, micros } from '../../../lib/money.js'
import { type ReceiptStatus, receiptStatuses } from '../../../lib/receipt-statuses.js'
import type { Payment } from '../../payments/payment.js'
import { decideTransition } from '../../receipts/status/transitions.js'
import { decideSettlement } from './decide-settlement.js'

type Input = Parameters<typeof decideSettlement>[0]

/** A receipt of one dollar. */
const receiptIn = (status: ReceiptStatus): Input['receipt'] => ({
  status,
  kind: 'order',
  isPaidManually: false,
  totalUsdCents: cents(100n),
  currency: 'USD' as const,
  totalCents: null,
})

function decide(status: ReceiptStatus, payments: Partial<Payment>[], more: Partial<Input> = {}) {
  return decideSettlement({
    receipt: receiptIn(status),
    payments: payments.map(aPayment),
    statusBefore: null,
    requestedFrom: null,
    notedMicros: micros(0n),
    isExpired: false,
    finalizedNumber: 0n,
    safeNumber: null,
    ...more,
  })
}

const wrong = (units: bigint): Partial<Payment> => ({
  units: baseUnits(units),
  mismatch: 'wrong_token',
})
const half = { units: baseUnits(500_000n) }
const released = { arrivedBlock: 11n, releasedBlock: 12n }

describe('decideSettlement', () => {
  test('behavior: without payments no block makes the sale final', () => {
    expect(decide('generated', [])).toMatchObject({ finalAtBlock: null, isSold: false })
  })

  test.each<[ReceiptStatus, ReceiptStatus[]]>([
    ['refund_requested', []],
    ['paid', []],
    ['pending', ['tx_mined', 'recipient_validated', 'paid']],
  ])('behavior: a payment after a manual payment, while %s', (status, path) => {
    const receipt = { ...receiptIn(status), isPaidManually: true }
    expect(decide(status, [{}], { receipt }).path).toEqual(path)
  })

  test('behavior: a refund request before any payment returns to pending if its payment vanishes', () => {
    const decided = decide('refund_requested', [{}], { requestedFrom: 'link_opened' })
    expect(decided.path[0]).toBe('tx_mined')
    expect(decided.statusBefore).toBe('pending')
  })

  test.each<[string, ReceiptStatus, Partial<Payment>[], ReceiptStatus[]]>([
    ['nothing', 'generated', [], []],
    [
      'a payment that is not deep enough',
      'generated',
      [{ state: 'seen' }],
      ['tx_mined', 'recipient_validated'],
    ],
    ['a confirmed payment', 'link_opened', [{}], ['tx_mined', 'recipient_validated', 'paid']],
    ['a payment that was seen before', 'recipient_validated', [{}], ['paid']],
    ['a payment that was paid out', 'paid', [released], ['completed']],
    ['unreleased dust', 'paid', [released, { units: baseUnits(9_999n) }], ['completed']],
    [
      'unreleased dust before the rest',
      'paid',
      [{ units: baseUnits(9_999n) }, { ...released, units: baseUnits(990_001n) }],
      ['completed'],
    ],
    [
      'an unreleased cent before the rest',
      'paid',
      [{ units: baseUnits(10_000n) }, { ...released, units: baseUnits(990_000n) }],
      [],
    ],
    [
      'the wrong token while the receipt is tx_mined',
      'tx_mined',
      [wrong(1_000_000n)],
      ['tx_mismatch'],
    ],
    ['a half', 'generated', [half], ['pending']],
    ['half of a pending receipt', 'pending', [half], []],
    ['two halves', 'pending', [half, half], ['tx_mined', 'recipient_validated', 'paid']],
    [
      'a half that is deep enough and one that is not',
      'pending',
      [half, { ...half, state: 'seen' }],
      ['tx_mined', 'recipient_validated'],
    ],
    ['less than a cent', 'generated', [{ units: baseUnits(9_999n) }], []],
    ['a cent', 'generated', [{ units: baseUnits(10_000n) }], ['pending']],
    [
      'less than a cent of the wrong token',
      'generated',
      [{ units: baseUnits(999_999n) }, { ...wrong(9_999n) }],
      ['pending'],
    ],
    ['too little of the wrong token', 'pending', [wrong(999_999n)], []],
    [
      'a half and the rest in the wrong token',
      'pending',
      [half, wrong(500_000n)],
      ['tx_mined', 'tx_mismatch'],
    ],
    [
      'two halves of the wrong token',
      'pending',
      [wrong(500_000n), wrong(500_000n)],
      ['tx_mined', 'tx_mismatch'],
    ],
    ['everything to another address', 'pending', [{ mismatch: 'wrong_payout' }], []],
    ['a mismatch that no longer covers it', 'tx_mismatch', [wrong(1n)], ['generated']],
    ['a half instead of a mismatch', 'tx_mismatch', [half], ['generated', 'pending']],
    ['one unit too little', 'pending', [{ units: baseUnits(999_999n) }], []],
    ['the wrong token', 'pending', [{ mismatch: 'wrong_token' }], ['tx_mined', 'tx_mismatch']],
    ['the right token after it', 'tx_mismatch', [{ mismatch: 'wrong_token' }, {}], ['paid']],
    [
      'the right one, not deep enough',
      'tx_mismatch',
      [{ mismatch: 'wrong_token' }, { state: 'seen' }],
      [],
    ],
    ['a late payment', 'failed', [{}], ['tx_mined', 'recipient_validated', 'paid']],
    ['an orphaned payment', 'paid', [{ state: 'orphaned' }], ['generated']],
    [
      'a half that is gone again',
      'paid',
      [half, { ...half, state: 'orphaned' }],
      ['generated', 'pending'],
    ],
    [
      'money that is back, but not deep enough',
      'completed',
      [{ state: 'seen' }],
      ['generated', 'tx_mined', 'recipient_validated'],
    ],
    [
      'a wrong token that is gone again',
      'tx_mismatch',
      [{ mismatch: 'wrong_token', state: 'orphaned' }],
      ['generated'],
    ],
    ['an extra payment', 'completed', [released, { state: 'seen' }], []],
    ['a refunded receipt', 'refunded', [{ state: 'orphaned' }], []],
  ])('default: %s', (_, status, payments, path) => {
    expect(decide(status, payments).path).toEqual(path)
  })

  test('behavior: reconciles once its last block is final', () => {
    expect(decide('completed', [released], { finalizedNumber: 11n }).path).toEqual([])
    expect(decide('completed', [released], { finalizedNumber: 12n }).path).toEqual(['reconciled'])
    expect(decide('completed', [released]).finalAtBlock).toBe(12n)
  })

  test('behavior: waits for no block while a part of the sale is not paid out', () => {
    const parts = [
      { ...half, ...released },
      { ...half, state: 'confirmed' as const },
    ]
    expect(decide('completed', parts).finalAtBlock).toBeNull()
  })

  test('behavior: completes a sale that is paid out although a later payment is not', () => {
    const later = [released, { blockNumber: 13n }]
    expect(decide('paid', later).path).toEqual(['completed'])
    expect(decide('completed', later, { finalizedNumber: 12n }).path).toEqual(['reconciled'])
  })

  test('behavior: a large receipt is paid once the payment that completes it is safe', () => {
    const halves = [half, { ...half, blockNumber: 12n }, { ...half, blockNumber: 13n }]
    expect(decide('generated', halves, { safeNumber: 11n })).toMatchObject({
      standing: 'seen',
      isSold: false,
      safeAtBlock: 12n,
      path: ['tx_mined', 'recipient_validated'],
    })
    expect(decide('recipient_validated', halves, { safeNumber: 12n })).toMatchObject({
      isSold: true,
      safeAtBlock: null,
      path: ['paid'],
    })
    const unconfirmed = [half, { ...half, state: 'seen' as const }]
    expect(decide('generated', unconfirmed, { safeNumber: 9n }).safeAtBlock).toBeNull()
  })

  test('behavior: a payment in a block suffices for a receipt that is paid on inclusion', () => {
    const seen = [{ state: 'seen' as const }]
    const onInclusion = { isOnInclusion: true, safeNumber: 9n }
    expect(decide('generated', seen, onInclusion)).toMatchObject({
      path: ['tx_mined', 'recipient_validated', 'paid'],
      isSold: false,
    })
    expect(decide('paid', [{ blockNumber: 12n }], onInclusion)).toMatchObject({
      path: [],
      isSold: false,
      safeAtBlock: 12n,
    })
    expect(decide('paid', [{}], { ...onInclusion, safeNumber: 20n })).toMatchObject({
      path: [],
      isSold: true,
    })
    const orphaned = [{ state: 'orphaned' as const }]
    expect(decide('paid', orphaned, onInclusion).path).toEqual(['generated'])
  })

  test('behavior: returns to the earlier status, but not to failed', () => {
    const orphaned = [{ state: 'orphaned' }] as const
    const statusBefore = decide('checkout_initialized', [{}]).statusBefore
    expect(statusBefore).toBe('checkout_initialized')
    expect(decide('paid', [...orphaned], { statusBefore }).path).toEqual(['checkout_initialized'])
    expect(decide('failed', [{}]).statusBefore).toBe('pending')
  })

  test('behavior: a partial payment does not revive an expired receipt, and the whole amount does', () => {
    const expired = { isExpired: true }
    expect(decide('failed', [half], expired)).toMatchObject({ standing: 'partial', path: [] })
    expect(decide('failed', [half]).path).toEqual(['pending'])
    expect(decide('failed', [half, half], expired).path.at(-1)).toBe('paid')
  })

  test('behavior: keeps the status of a manual payment', () => {
    const marked = { receipt: { ...receiptIn('paid'), isPaidManually: true } }
    expect(decide('paid', [{}], marked)).toMatchObject({ path: [], isSold: false })
  })

  test('behavior: keeps a refund request for a paid receipt, and settles an unpaid one', () => {
    for (const requestedFrom of ['paid', 'completed', 'reconciled'] as const) {
      expect(decide('refund_requested', [{}], { requestedFrom }).path).toEqual([])
    }
    expect(decide('refund_requested', [{}], { requestedFrom: 'pending' }).path).toEqual([
      'tx_mined',
      'recipient_validated',
      'paid',
    ])
  })

  test('behavior: keeps a refund request whose payment is confirmed later', () => {
    const isOnInclusion = true
    const seen = { state: 'seen' as const }
    const requestedFrom = 'paid'
    expect(decide('refund_requested', [seen], { requestedFrom, isOnInclusion }).path).toEqual([])
    expect(decide('refund_requested', [{}], { requestedFrom, isOnInclusion })).toMatchObject({
      path: [],
      isSold: true,
    })
    const awaited = { requestedFrom: 'recipient_validated' } as const
    expect(decide('refund_requested', [seen], awaited).path).toEqual([])
    expect(decide('refund_requested', [{}], awaited).path).toEqual(['paid', 'refund_requested'])
  })

  test('behavior: leaves failed when the money has grown by a cent since', () => {
    const dust = { units: baseUnits(9_999n) }
    const cent = { units: baseUnits(10_000n) }
    const noted = { notedMicros: micros(500_000n) }
    expect(decide('failed', [half], noted).path).toEqual([])
    expect(decide('failed', [half, dust], noted).path).toEqual([])
    expect(decide('failed', [half, cent], noted).path).toEqual(['pending'])
    expect(decide('failed', [half, half], noted).path.at(-1)).toBe('paid')

    const shown = { notedMicros: micros(1_000_000n) }
    expect(decide('failed', [wrong(1_000_000n), dust], shown).path).toEqual([])
    expect(decide('failed', [wrong(1_000_000n), cent], shown).path).toEqual([
      'tx_mined',
      'tx_mismatch',
    ])
  })

  test('behavior: keeps a refund request until the receipt is paid', () => {
    for (const payments of [
      [half],
      [{ state: 'seen' as const }],
      [{ mismatch: 'wrong_token' as const }],
    ]) {
      expect(decide('refund_requested', payments).path).toEqual([])
    }
  })

  const payment = fc.record({
    units: fc.constantFrom(500_000n, 1_000_000n, 999_999n, 1n).map(baseUnits),
    state: fc.constantFrom('seen', 'confirmed', 'orphaned'),
    mismatch: fc.constantFrom(null, null, 'wrong_token', 'wrong_payout'),
    releasedBlock: fc.constantFrom(null, 12n),
  })
  const anyInput = fc.record({
    status: fc.constantFrom(...receiptStatuses),
    payments: fc.array(payment as fc.Arbitrary<Partial<Payment>>, { maxLength: 4 }),
    wasRequestedFrom: fc.constantFrom('pending', 'tx_mismatch', 'recipient_validated', 'paid'),
    notedMicros: fc.constantFrom(0n, 500_000n, 1_000_000n).map(micros),
    isPaidManually: fc.boolean(),
    isExpired: fc.boolean(),
  })

  test('property: every step is allowed, and a second decision has no steps', () => {
    fc.assert(
      fc.property(anyInput, ({ status, payments, wasRequestedFrom, isPaidManually, ...more }) => {
        const receipt = { ...receiptIn(status), isPaidManually }
        const requestedFrom = status === 'refund_requested' ? wasRequestedFrom : null
        const decision = decide(status, payments, { ...more, receipt, requestedFrom })
        let from = status
        for (const to of decision.path) {
          const move = { from, to, actor: 'system', kind: 'order' } as const
          expect({ move, ...decideTransition(move) }).toMatchObject({ kind: 'move' })
          from = to
        }
        const repeatedDecision = decide(from, payments, {
          ...more,
          receipt: { ...receipt, status: from },
          requestedFrom: decision.path.at(-1) === 'refund_requested' ? 'paid' : requestedFrom,
          statusBefore: decision.statusBefore,
        })
        expect(repeatedDecision.path).toEqual([])
        const isPaid = ['paid', 'completed', 'reconciled'].includes(from)
        const isFree = !isPaidManually && !['refunded', 'refund_requested'].includes(status)
        if (isFree) expect(isPaid).toBe(decision.standing === 'paid')
      }),
      { numRuns: 2_000 },
    )
  })
  test('property: every step of every combination is in the table of transitions', {
    tags: 'slow',
  }, () => {
    const sets: Partial<Payment>[][] = [
      [],
      [{ units: baseUnits(5n) }],
      [half],
      [{ state: 'seen' }],
      [{}],
      [released],
      [{ blockNumber: 1n, arrivedBlock: 1n, releasedBlock: 2n }],
      [wrong(1_000_000n)],
      [wrong(1_000_000n), half],
    ]
    const refused = new Set<string>()
    const inputs = listInputs()
    for (const payments of sets) {
      for (const { status, ...more } of inputs) {
        const { path } = decide(status, payments, { ...more, finalizedNumber: 3n })
        let from = status
        for (const to of path) {
          const { kind } = decideTransition({ from, to, actor: 'system', kind: more.receipt.kind })
          if (kind === 'refused' || kind === 'note') refused.add(`${from} to ${to} in ${path}`)
          from = to
        }
      }
    }
    expect([...refused]).toEqual([])
  })
})

/**
 * Lists every combination of what decides a path, besides payments. Direct receipts are never
 * generated.
 */
function listInputs() {
  return receiptStatuses.flatMap((status) =>
    (['order', 'direct'] as const).flatMap((kind) =>
      ([null, 'generated', 'link_opened', 'checkout_success'] as const).flatMap((statusBefore) =>
        (status === 'refund_requested' ? [null, ...receiptStatuses] : [null]).flatMap(
          (requestedFrom) =>
            [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) => {
              const isDirect = kind === 'direct'
              if (isDirect && (status === 'generated' || statusBefore === 'generated')) return []
              const isPaidManually = (bits & 1) > 0
              const receipt = { ...receiptIn(status), kind, isPaidManually }
              const isExpired = (bits & 2) > 0
              const isOnInclusion = (bits & 4) > 0
              return { status, receipt, statusBefore, requestedFrom, isExpired, isOnInclusion }
            }),
        ),
      ),
    ),
  )
}
