import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits, cents, micros, microsFromCents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { type AssetName, assetName } from '../../../platform/chain/assets/asset-name.js'
import { valuePayments } from '../../../platform/chain/assets/value-payments.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import type { Amount } from '../../ledger/entry.js'
import { sumByAsset } from '../../ledger/sum-by-asset.js'
import { creditParts, takeCredit } from '../../refunds/plan/credit-parts.js'
import { portionsOf } from '../../settlement/post/book-sale.js'
import type { Payment } from '../payment.js'
import type { CreditReturn } from '../returned-sql.js'
import { heldPayments } from './held-payments.js'

const chainId = 84_532
const otherHash = `0x${'3'.repeat(64)}` as Hash
const usdc = findToken(chainId, 'USDC')?.address ?? nativeToken
const usdt = findToken(chainId, 'USDT')?.address ?? nativeToken

const paid = (units: bigint, fields: Partial<Payment> = {}) =>
  aPayment({ units: baseUnits(units), usdMicros: micros(units), token: usdc, ...fields })
const gave = (units: bigint, fields: Partial<CreditReturn> = {}): CreditReturn => ({
  asset: assetName({ chainId, token: usdc }),
  units: baseUnits(units),
  usdMicros: micros(units),
  at: unixMs(2_000),
  from: [],
  ...fields,
})
/** A payment as it is recorded with a return. */
const takenUnits = ({ chainId, transactionHash, logIndex }: Payment, units: bigint) => ({
  chainId,
  transactionHash,
  logIndex,
  units: baseUnits(units),
  usdMicros: micros(units),
})
const unitsOf = (payments: readonly Payment[]) => payments.map(({ units }) => units)

describe('heldPayments', () => {
  test('default: takes returned units from the latest payment, with their value', () => {
    const remaining = heldPayments([paid(10n), paid(10n)], [gave(4n)])
    expect(remaining).toMatchObject([
      { units: 10n, usdMicros: 10n },
      { units: 6n, usdMicros: 6n },
    ])
  })

  test('behavior: keeps a payment that was returned in full in its place', () => {
    expect(unitsOf(heldPayments([paid(10n), paid(5n)], [gave(7n)]))).toEqual([8n, 0n])
  })

  test('behavior: takes payments that do not count first', () => {
    const payments = [paid(10n, { mismatch: 'wrong_token' }), paid(10n)]
    expect(unitsOf(heldPayments(payments, [gave(12n)]))).toEqual([0n, 8n])
  })

  test('behavior: spares payments that are not confirmed or came after the return', () => {
    const payments = [
      paid(5n),
      paid(10n, { paidAt: unixMs(2_001) }),
      paid(10n, { state: 'seen' }),
      paid(10n, { state: 'orphaned' }),
      paid(10n, { mismatch: 'wrong_payout' }),
    ]
    expect(unitsOf(heldPayments(payments, [gave(5n)]))).toEqual([0n, 10n, 10n, 10n, 10n])
    expect(unitsOf(heldPayments(payments, [gave(15n)]))).toEqual([0n, 0n, 10n, 10n, 10n])
  })

  test('behavior: takes a return from the payments recorded with it, whatever was confirmed since', () => {
    const [first, second] = [paid(10n, { logIndex: 1 }), paid(10n, { logIndex: 2 })]
    const returned = [gave(4n, { from: [takenUnits(first, 4n)] })]
    expect(unitsOf(heldPayments([first, second], returned))).toEqual([6n, 10n])
  })

  test('behavior: finds a recorded payment that a reorg moved to another log', () => {
    const before = paid(10n, { logIndex: 1, state: 'orphaned' })
    const payments = [before, { ...before, state: 'confirmed', logIndex: 5 } as const]
    const other = paid(9n, { transactionHash: otherHash })
    const returned = [gave(4n, { from: [takenUnits(before, 4n)] })]
    expect(unitsOf(heldPayments([...payments, other], returned))).toEqual([10n, 6n, 9n])
  })

  test('behavior: takes a return from others when a reorg removed its payment', () => {
    const removedPayment = paid(10n, { logIndex: 1, state: 'orphaned' })
    const other = paid(9n, { transactionHash: otherHash })
    const returned = [gave(4n, { from: [takenUnits(removedPayment, 4n)] })]
    expect(unitsOf(heldPayments([removedPayment, other], returned))).toEqual([10n, 5n])
  })

  test('behavior: takes each asset apart', () => {
    const payments = [paid(10n), paid(10n, { token: usdt })]
    expect(unitsOf(heldPayments(payments, [gave(3n)]))).toEqual([7n, 10n])
  })

  test('behavior: holds nothing when a reorg removed what was returned', () => {
    expect(unitsOf(heldPayments([paid(2n)], [gave(5n)]))).toEqual([0n])
  })

  const event = fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      index: fc.nat(2),
      usd: fc.bigInt({ min: 1n, max: 12_000_000n }),
      rate: fc.constantFrom(2_000_000_000n, 3_333_333_333n),
      isWrong: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('return' as const), part: fc.bigInt({ min: 1n, max: 4n }) }),
  )

  test('property: in any order, holds what was paid and not returned, and sells nothing twice', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 14 }), (events) => {
        const history = createHistory()
        for (const [index, event] of events.entries()) {
          const at = unixMs(1_000 + index)
          if (event.kind === 'pay') history.pay({ ...event, at })
          else history.giveBack({ part: event.part, at })
          history.check()
        }
      }),
      { numRuns: 400 },
    )
  })
})

const bill = { currency: 'USD' as const, totalUsdCents: cents(1_000n), totalCents: null }
const dueMicros = microsFromCents(bill.totalUsdCents)

/** A receipt of ten dollars with payments, returned credit and a sale, without a database. */
function createHistory() {
  const payments: Payment[] = []
  const returned: CreditReturn[] = []
  let sold: Amount[] = []

  const listHeld = () => heldPayments(payments, returned)

  /** The customer credit of the ledger. */
  function listCredit(): Amount[] {
    const entries = [...amountsOf(payments), ...[...sold, ...returned].map(minus)]
    return sumByAsset(entries).filter(({ units }) => units > 0n)
  }

  function settle(): void {
    const heldPayments = listHeld()
    if (sold.length === 0 && valuePayments(heldPayments, bill) >= dueMicros)
      sold = portionsOf(heldPayments, dueMicros)
  }

  return {
    pay(input: { index: number; usd: bigint; rate: bigint; isWrong: boolean; at: number }): void {
      const { index, usd, rate, isWrong, at } = input
      const isNative = index === 2
      const payment = aPayment({
        token: [usdc, usdt, nativeToken][index] ?? usdc,
        units: baseUnits(isNative ? (usd * 10n ** 18n) / rate + 1n : usd),
        usdPerUnit: isNative ? ppm(rate) : null,
        paidAt: unixMs(at),
        logIndex: payments.length,
      })
      const samePayments = payments.filter(
        ({ token, usdPerUnit }) =>
          !isWrong && token === payment.token && usdPerUnit === payment.usdPerUnit,
      )
      const usdMicros =
        valuePayments([...samePayments, payment], bill) - valuePayments(samePayments, bill)
      const mismatch = isWrong ? 'wrong_token' : null
      payments.push({ ...payment, mismatch, usdMicros: micros(usdMicros) })
      settle()
    },

    giveBack({ part, at }: { part: bigint; at: number }): void {
      const parts = creditParts(listHeld(), { credit: listCredit(), at: unixMs(at) })
      const expectedMicros = parts.reduce((sum, { usdMicros }) => sum + usdMicros, 0n) / part
      const parted = takeCredit(parts, micros(expectedMicros))
      // Earlier versions recorded no payments.
      const isOld = at % 3 === 0
      const recorded = parted.flatMap(({ payment, asset, units, usdMicros }) =>
        payment && !isOld ? { ...payment, asset, units, usdMicros } : [],
      )
      const amounts = sumByAsset(parted).map((amount) => ({
        ...amount,
        at: unixMs(at),
        from: recorded.filter(({ asset }) => asset === amount.asset),
      }))
      returned.push(...amounts)
      settle()
    },

    check(): void {
      const balance = [...amountsOf(payments), ...returned.map(minus)]
      expect(worthByAsset(amountsOf(listHeld()))).toEqual(worthByAsset(balance))
      // Neither sold nor returned more than was paid.
      for (const { units, usdMicros } of sumByAsset([...balance, ...sold.map(minus)])) {
        expect(units >= 0n && usdMicros >= 0n).toBe(true)
      }
      if (sold.length > 0) expect(valuePayments(listHeld(), bill) >= dueMicros).toBe(true)
    },
  }
}

function amountsOf(payments: readonly Payment[]): Amount[] {
  return payments.map((payment) => ({
    asset: assetName(payment),
    units: payment.units,
    usdMicros: payment.usdMicros ?? micros(0n),
  }))
}

function minus({ asset, units, usdMicros }: Amount): Amount {
  return { asset, units: baseUnits(-units), usdMicros: micros(-usdMicros) }
}

/** Leaves out assets of which nothing is left. */
function worthByAsset(amounts: readonly Amount[]): Map<AssetName, readonly bigint[]> {
  return new Map(
    sumByAsset(amounts)
      .filter(({ units, usdMicros }) => units !== 0n || usdMicros !== 0n)
      .toSorted((a, b) => (a.asset < b.asset ? -1 : 1))
      .map(({ asset, units, usdMicros }) => [asset, [units, usdMicros]]),
  )
}
