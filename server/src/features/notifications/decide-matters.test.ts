import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { cents, micros } from '../../lib/money.js'
import { decideMatters } from './decide-matters.js'
import type { ReceiptState } from './read-model/receipt-state-store.js'

const aState = (fields: Partial<ReceiptState> = {}): ReceiptState => ({
  merchant: aWallet(),
  id: 'r-1',
  status: 'paid',
  mismatch: null,
  refundDue: false,
  isArchived: false,
  totalUsdCents: cents(1_250n),
  creditMicros: micros(0n),
  isOversold: false,
  isCardBlocked: false,
  ...fields,
})

const reasonsOf = (fields: Partial<ReceiptState>) =>
  decideMatters(aState(fields)).map(({ kind, params }) => params['reason'] ?? kind)

const someCredit = { creditMicros: micros(2_000_000n) }

describe('decideMatters', () => {
  test('default: none for a receipt that is paid exactly', () => {
    expect(decideMatters(aState())).toEqual([])
  })

  test('behavior: has the amounts of the receipt', () => {
    const state = aState({ ...someCredit, mismatch: 'over' })
    expect(decideMatters(state)).toEqual([
      {
        merchant: state.merchant,
        kind: 'payment_mismatch',
        subjectId: 'r-1',
        params: { receiptId: 'r-1', totalUsd: 12.5, reason: 'overpaid', creditUsd: 2 },
      },
    ])
  })

  test.each([
    [{ status: 'refund_requested', ...someCredit }, ['refund_requested']],
    [{ status: 'refunded', isOversold: true, refundDue: true }, []],
    [{ status: 'tx_mismatch' }, ['wrong_payment']],
    [{ status: 'pending', ...someCredit }, ['underpaid']],
    [{ status: 'pending', creditMicros: micros(9_999n) }, []],
    [{ status: 'failed', ...someCredit }, ['underpaid']],
    [{ mismatch: 'late' }, ['late']],
    [{ mismatch: 'late', status: 'reconciled' }, []],
    [{ mismatch: 'blocked', ...someCredit }, ['blocked']],
    [{ refundDue: true }, ['refund_due']],
    [{ isOversold: true }, ['oversold']],
    [{ status: 'pending', isCardBlocked: true }, ['card_payment_blocked']],
    [{ isCardBlocked: true }, []],
    [{ isArchived: true, isOversold: true, refundDue: true }, []],
  ] as const)('behavior: case %#', (fields, reasons) => {
    expect(reasonsOf(fields)).toEqual(reasons)
  })
})
