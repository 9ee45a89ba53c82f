import { describe, expect, test } from 'vitest'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits, cents, micros } from '../../../lib/money.js'
import { type ReceiptStatus, receiptStatuses } from '../../../lib/receipt-statuses.js'
import { unixMs } from '../../../lib/time.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import type { SeenPayment } from '../../payments/seen-payments-sql.js'
import { amountDue, centsOf, countConfirmations, isWaitingForSafe, shownCents } from './amounts.js'

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
    const dueAfter = (...payments: SeenPayment[]) =>
      amountDue(pending, { payments, manualCredit, now })
    expect(dueAfter(usdc(5_000_000n))).toMatchObject({ paid: 5_000_000n, due: 7_000_000n })
    expect(dueAfter(usdc(5_000_000n), usdc(6_999_999n))).toMatchObject({ due: 1n, isOffered: true })
    expect(dueAfter(usdc(12_000_000n))).toMatchObject({ due: 0n, isOffered: false })
    expect(dueAfter(usdc(13_000_000n))).toEqual({ paid: 13_000_000n, due: 0n, isOffered: false })
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
      const dueAmount = amountDue({ ...bill, status }, { payments: [], manualCredit, now })
      expect(dueAmount.isOffered).toBe(dueAmount.due > 0n)
      return !dueAmount.isOffered
    })
    expect(settled).toEqual<ReceiptStatus[]>([
      ...(['paid', 'completed', 'reconciled', 'refund_requested', 'refunded'] as const),
    ])
  })

  test('behavior: offers an expired receipt only if it is partially paid', () => {
    const expired = { ...bill, status: 'failed' as const, expiresAt: now }
    expect(amountDue(expired, { payments: [], manualCredit, now })).toMatchObject({
      isOffered: false,
    })
    expect(amountDue(expired, { payments: [], manualCredit, now: unixMs(now - 1) })).toMatchObject({
      isOffered: true,
    })
    expect(amountDue(expired, { payments: [usdc(9_999n)], manualCredit, now })).toMatchObject({
      due: 11_990_001n,
      isOffered: false,
    })
    expect(amountDue(expired, { payments: [usdc(10_000n)], manualCredit, now })).toMatchObject({
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

const at = (blockNumber: bigint, fields = {}) => ({
  chainId,
  blockNumber,
  state: 'seen' as const,
  mismatch: null,
  ...fields,
})

describe('countConfirmations', () => {
  test.each([
    [10n, 1],
    [11n, 2],
    [13n, 4],
    [14n, 5],
    [1_000n, 5],
    [9n, 0],
  ])('default: with the head at %s returns %s of 5', (head, have) => {
    expect(countConfirmations([at(10n)], { head, chainId, need: 5 })).toBe(have)
  })

  test('behavior: counts the newest payment', () => {
    const payments = [at(10n), at(12n), at(8n)]
    expect(countConfirmations(payments, { head: 13n, chainId, need: 5 })).toBe(2)
  })

  test('behavior: returns 0 without a payment that counts or an indexed block', () => {
    const wrong = [
      at(10n, { state: 'orphaned' }),
      at(10n, { mismatch: 'wrong_token' }),
      at(10n, { chainId: 1 }),
    ]
    expect(countConfirmations([], { head: 13n, chainId, need: 5 })).toBe(0)
    expect(countConfirmations(wrong, { head: 13n, chainId, need: 5 })).toBe(0)
    expect(countConfirmations([at(10n)], { head: null, chainId, need: 5 })).toBe(0)
  })
})

describe('isWaitingForSafe', () => {
  test.each([
    [null, true],
    [11n, true],
    [12n, false],
  ])('default: with the safe block %s returns %s', (safe, expected) => {
    expect(isWaitingForSafe([at(10n), at(12n)], { safe, chainId })).toBe(expected)
  })

  test('behavior: nothing waits without a payment', () => {
    expect(isWaitingForSafe([], { safe: 0n, chainId })).toBe(false)
  })
})

const euros = { totalUsdCents: cents(11_005n), totalCents: cents(10_160n) }
const dollars = { totalUsdCents: cents(11_005n), totalCents: null }

describe('centsOf', () => {
  test('default: converts at the rate of the receipt', () => {
    expect(centsOf(euros, cents(11_005n))).toBe(10_160n)
    expect(centsOf(euros, cents(5_502n))).toBe(5_079n)
    expect(centsOf(dollars, cents(5_502n))).toBe(5_502n)
  })

  test('behavior: a receipt with a total of zero has no amounts', () => {
    expect(centsOf({ totalUsdCents: cents(0n), totalCents: null }, cents(5n))).toBe(0n)
  })
})

describe('shownCents', () => {
  test('default: both sum to the total', () => {
    const shown = shownCents(euros, { paid: micros(40_000_001n), due: micros(70_049_999n) })
    expect(shown).toEqual({ paid: 3_692n, due: 6_468n })
  })

  test('behavior: 50 euros are 50 euros', () => {
    // The value of 50 EURC, rounded down.
    const paidMicros = micros(54_158_464n)
    const shown = shownCents(euros, { paid: paidMicros, due: micros(110_050_000n - paidMicros) })
    expect(shown).toEqual({ paid: 5_000n, due: 5_160n })
  })

  test('behavior: never rounds an unpaid part of a cent away', () => {
    const shown = shownCents(dollars, { paid: micros(110_049_999n), due: micros(1n) })
    expect(shown).toEqual({ paid: 11_004n, due: 1n })
  })

  test('behavior: shows an overpayment', () => {
    const shown = shownCents(dollars, { paid: micros(112_050_000n), due: micros(0n) })
    expect(shown).toEqual({ paid: 11_205n, due: 0n })
  })
})
