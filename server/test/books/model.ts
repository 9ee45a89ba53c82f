import fc from 'fast-check'
import type { Address } from '../../src/lib/hex.js'
import { findToken, nativeToken } from '../../src/platform/chain/tokens.js'
import { type ModelBasket, type ModelPart, modelBaskets, modelParts } from './baskets.js'

const tokenOf = (symbol: 'USDC' | 'USDT' | 'EURC') => findToken(84_532, symbol)?.address as Address

/** The assets of the model. Euros do not pay receipts in dollars. */
export const modelTokens = [tokenOf('USDC'), tokenOf('USDT'), tokenOf('EURC'), nativeToken] as const

/** Part of a receipt's total, or a few base units. */
export type Amount = 'all' | 'half' | 'rest' | 'over' | 'odd' | 'unit'

/** An action on chain. Receipts, tokens and recipients are numbered. */
export type ModelAction =
  | { kind: 'deposit'; receipt: number; token: number; amount: Amount }
  | { kind: 'gateway'; receipt: number; token: number; amount: Amount; isElsewhere: boolean }
  | { kind: 'direct'; token: number; units: number; hasUnknownKey: boolean }
  /** A third party charges a subscription. The money is of a receipt once the charge is adopted. */
  | { kind: 'charge'; receipt: number }
  | { kind: 'flush'; receipt: number; token: number }
  | { kind: 'release'; token: number; recipient: number | null }

/** A step of a history. */
export type ModelStep =
  /**
   * A block. The actions of a transaction happen together. A lagging node may hide its transfers
   * until the next block.
   */
  | { kind: 'block'; transactions: ModelAction[][]; hidesTransfers: boolean }
  /** Removes blocks. Each of their transactions comes back in the next block or is lost. */
  | { kind: 'reorg'; depth: number; isKept: boolean[] }
  | { kind: 'manual'; receipt: number }
  | { kind: 'adopt'; receipt: number }
  /** Refunds a part of the sale, or of the credit. */
  | { kind: 'refund'; receipt: number; usdCents: number; isCredit: boolean }
  | { kind: 'refund_items'; receipt: number; parts: ModelPart[] }
  | { kind: 'confirm_refund' }
  | { kind: 'unconfirm_refund' }
  /** Rates of euros and native tokens are available, or not. */
  | { kind: 'rates'; isOn: boolean }
  | { kind: 'expire'; receipt: number }

/** A random history of one merchant's money. */
export type ModelHistory = {
  /** Shares of the split in basis points; empty for a merchant without a split. */
  sharesBps: readonly number[]
  baskets: ModelBasket[]
  /** How many blocks confirm a payment. */
  confirmations: number
  steps: ModelStep[]
}

const receipt = fc.constantFrom(0, 0, 1)
const token = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3))
const amount = fc.constantFrom<Amount[]>('all', 'all', 'half', 'rest', 'over', 'odd', 'unit')
const recipient = fc.option(fc.nat(2), { nil: null })
const units = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 50_000_000 }))

const action: fc.Arbitrary<ModelAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('deposit' as const), receipt, token, amount }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('gateway' as const),
      receipt,
      token,
      amount,
      isElsewhere: fc.nat(5).map((n) => n === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('direct' as const),
      token,
      units,
      hasUnknownKey: fc.nat(3).map((n) => n === 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('flush' as const), receipt, token }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('release' as const), token, recipient }) },
)

const step: fc.Arbitrary<ModelStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('block' as const),
      transactions: fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 2,
      }),
      hidesTransfers: fc.nat(5).map((n) => n === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reorg' as const),
      depth: fc.integer({ min: 1, max: 3 }),
      isKept: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('manual' as const), receipt }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      receipt,
      usdCents: fc.integer({ min: 1, max: 800 }),
      isCredit: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund_items' as const),
      receipt,
      parts: fc.array(modelParts, { minLength: 1, maxLength: 3 }),
    }),
  },
  fc.constant({ kind: 'confirm_refund' as const }),
  fc.constant({ kind: 'unconfirm_refund' as const }),
  fc.record({ kind: fc.constant('rates' as const), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('expire' as const), receipt }),
)

const blockOf = (...transactions: ModelAction[][]): ModelStep => {
  return { kind: 'block', transactions, hidesTransfers: false }
}

/**
 * A manual payment after a part payment, which a reorg may remove. Random steps are rarely in this
 * order.
 */
const partThenManual: fc.Arbitrary<ModelStep[]> = fc
  .record({ receipt, isConfirmed: fc.boolean(), isLost: fc.boolean() })
  .map(({ receipt: receiptIndex, isConfirmed, isLost }) => [
    blockOf([{ kind: 'deposit', receipt: receiptIndex, token: 0, amount: 'half' }]),
    ...(isConfirmed ? [blockOf([]), blockOf([])] : []),
    { kind: 'manual', receipt: receiptIndex },
    { kind: 'reorg', depth: isConfirmed ? 3 : 1, isKept: [!isLost] },
  ])

/**
 * A transaction that charges two subscriptions, of which the first is adopted after the money was
 * paid out.
 */
const partlyAdopted: fc.Arbitrary<ModelStep[]> = fc
  .record({ isBoth: fc.boolean(), first: fc.nat(1) })
  .map(({ isBoth, first }) => [
    blockOf([
      { kind: 'charge', receipt: 0 },
      { kind: 'charge', receipt: 1 },
    ]),
    blockOf([{ kind: 'release', token: 0, recipient: null }]),
    ...(isBoth ? [blockOf([]), blockOf([])] : []),
    { kind: 'adopt', receipt: first },
    ...(isBoth ? [{ kind: 'adopt' as const, receipt: 1 - first }] : []),
  ])

/** A sale that is paid in full, then refunded by items. */
const soldThenRefunded: fc.Arbitrary<ModelStep[]> = fc
  .record({ receipt, token, parts: fc.array(modelParts, { minLength: 1, maxLength: 4 }) })
  .map(({ receipt: place, token: paidIn, parts }) => [
    blockOf([{ kind: 'deposit', receipt: place, token: paidIn, amount: 'all' }]),
    blockOf([]),
    blockOf([]),
    ...parts.map((part) => {
      return { kind: 'refund_items' as const, receipt: place, parts: [part] }
    }),
  ])

const steps = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: step.map((next) => [next]) },
      { weight: 1, arbitrary: partThenManual },
      { weight: 1, arbitrary: partlyAdopted },
      { weight: 2, arbitrary: soldThenRefunded },
    ),
    { minLength: 2, maxLength: 6, size: 'max' },
  )
  .map((groups) => groups.flat())

const sharesBps = fc.constantFrom(
  [9_950, 50],
  [9_950, 50],
  [5_000, 5_000],
  [3_333, 6_617, 50],
  [1, 9_998, 1],
  [],
)

/**
 * Random histories of sales, part, double, stray, direct and late payments, charges, refunds,
 * returned credit, manual payments and reorgs.
 */
export const modelHistories: fc.Arbitrary<ModelHistory> = fc.record({
  sharesBps,
  baskets: fc.array(modelBaskets, { minLength: 2, maxLength: 2 }),
  confirmations: fc.constantFrom(1, 3),
  steps,
})
