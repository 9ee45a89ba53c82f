import { describe, expect, test } from 'vitest'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits, cents, micros } from '../../../lib/money.js'
import { type ReceiptStatus, receiptStatuses } from '../../../lib/receipt-statuses.js'
import { unixMs } from '../../../lib/time.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import type { SeenPayment } from '../../payments/seen-payments-sql.js'
import { amountDue } from './amount-due.js'

const chainId = 84_532
const now = unixMs(1_000)
const bill = {
  kind: 'order' as const,
  totalUsdCents: cents(1_200n),
  currency: 'USD' as const,
  totalCents: null,
  expiresAt: null,
}
const pending = { ...bill, status: 'pending' as const }

function usdc(units: bigint, fields: Partial<SeenPayment> = {}): SeenPayment {
  const token = findToken(chainId, 'USDC')?.address ?? nativeToken
  return {
    chainId,
    transactionHash: `0x${'1'.repeat(64)}` as Hash,
    logIndex: 0,
    token,
    units: baseUnits(units),
    payer: null,
    usdPerUnit: null,
    usdMicros: null,
    state: 'seen',
    mismatch: null,
    blockNumber: 1n,
    paidAt: now,
    ...fields,
  }
}

const manualCredit = micros(0n)

describe('amountDue', () => {
  test('default', () => {
    expect(amountDue(pending, { payments: [], manualCredit, now })).toEqual({
      paid: 0n,
      due: 12_000_000n,
      isOffered: true,
    })
  })

  test('behavior: subtracts payments to the last unit', () => {
    const due = (...payments: SeenPayment[]) => amountDue(pending, { payments, manualCredit, now })
    expect(due(usdc(5_000_000n))).toMatchObject({ paid: 5_000_000n, due: 7_000_000n })
    expect(due(usdc(5_000_000n), usdc(6_999_999n))).toMatchObject({ due: 1n, isOffered: true })
    expect(due(usdc(12_000_000n))).toMatchObject({ due: 0n, isOffered: false })
    expect(due(usdc(13_000_000n))).toEqual({ paid: 13_000_000n, due: 0n, isOffered: false })
  })

  test('behavior: offers no payment for the charge of a subscription', () => {
    const charge = { ...pending, kind: 'subscription' as const }
    expect(amountDue(charge, { payments: [], manualCredit, now })).toMatchObject({
      due: 12_000_000n,
      isOffered: false,
    })
  })

  test('behavior: ignores orphaned and mismatched payments', () => {
    const payments = [
      usdc(12_000_000n, { state: 'orphaned' }),
      usdc(12_000_000n, { mismatch: 'wrong_token' }),
    ]
    expect(amountDue(pending, { payments, manualCredit, now })).toMatchObject({
      paid: 0n,
      due: 12_000_000n,
    })
  })

  test('behavior: has nothing due after a manual payment or a refund', () => {
    const settled = receiptStatuses.filter((status) => {
      const due = amountDue({ ...bill, status }, { payments: [], manualCredit, now })
      expect(due.isOffered).toBe(due.due > 0n)
      return !due.isOffered
    })
    expect(settled).toEqual<ReceiptStatus[]>([
      ...(['paid', 'completed', 'reconciled', 'refund_requested', 'refunded'] as const),
    ])
  })

  test('behavior: offers an expired receipt only if it is partially paid', () => {
    const over = { ...bill, status: 'failed' as const, expiresAt: now }
    expect(amountDue(over, { payments: [], manualCredit, now })).toMatchObject({ isOffered: false })
    expect(amountDue(over, { payments: [], manualCredit, now: unixMs(now - 1) })).toMatchObject({
      isOffered: true,
    })
    expect(amountDue(over, { payments: [usdc(9_999n)], manualCredit, now })).toMatchObject({
      due: 11_990_001n,
      isOffered: false,
    })
    expect(amountDue(over, { payments: [usdc(10_000n)], manualCredit, now })).toMatchObject({
      due: 11_990_000n,
      isOffered: true,
    })
  })

  test('behavior: manual payments that no sale has used reduce what is due', () => {
    const payments = [usdc(2_000_000n)]
    const money = { payments, manualCredit: micros(3_000_000n), now }
    expect(amountDue(pending, money)).toMatchObject({ paid: 5_000_000n, due: 7_000_000n })
  })
})
