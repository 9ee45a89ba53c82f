import { type Address, knownAddress } from '../../src/lib/hex.js'
import { paymentGateway } from '../../src/platform/chain/contracts.js'
import { findToken, nativeToken, type TokenSymbol } from '../../src/platform/chain/tokens.js'
import type { Action, ModelTransaction } from './chain.js'
import type { Owed } from './scene.js'

/** A transaction before it has a hash. */
export type Draft = Omit<ModelTransaction, 'hash'>

type Choose = (below: number) => number

const tokenOf = (symbol: TokenSymbol) => findToken(84_532, symbol)?.address as Address
export const usdc = tokenOf('USDC')
export const usdt = tokenOf('USDT')
/** Not accepted for a bill in dollars. */
export const eurc = tokenOf('EURC')
const unknownToken = knownAddress(`0x${'fa'.repeat(20)}`)
/** Not the payout address of any receipt. */
export const elsewhere = knownAddress(`0x${'e1'.repeat(20)}`)
/** A contract that passes coin or tokens on, or keeps them. */
const forwarder = knownAddress(`0x${'f0'.repeat(20)}`)
export const stranger = knownAddress(`0x${'5a'.repeat(20)}`)
/** At 3,000 dollars per ETH, rounded up. */
const etherPerMicro = 10n ** 18n / 3_000_000_000n + 1n

/** Chooses how a buyer pays a receipt. */
export function choosePayment(
  owed: readonly Owed[],
  choose: Choose,
): { id: string; drafts: readonly Draft[] } {
  const pick = <One>(some: readonly One[]): One => some[choose(some.length)] as One
  const { id, dueMicros: due, deposit, buyer: from } = pick(owed)
  const other = pick(owed)
  const { address: to, receiptKey, payoutAddress } = deposit
  const token = pick([usdc, usdc, usdt])
  const half = due / 2n
  const coin = due * etherPerMicro
  const transfer = (units: bigint) => sendTokens({ from, token, to, units })
  const gateway = { kind: 'pay', receiptKey, payoutAddress, token } as const
  const pay = (change: Partial<Extract<Action, { kind: 'pay' }>> & { units: bigint }) =>
    callGateway(from, { ...gateway, ...change })

  const byToken: Draft[][] = [
    ...[due, due - 1n, 1n, half, due - half, due + 1_234_567n].map((units) => [transfer(units)]),
    [transfer(half), transfer(due - half)],
    [transfer(due), transfer(due)],
    [sendTokens({ from, token: eurc, to, units: due })],
    [sendTokens({ from, token: unknownToken, to, units: due })],
    [pay({ units: due })],
    [pay({ units: half })],
    [pay({ units: due, payoutAddress: elsewhere })],
    // Several receipts in one transaction, as exchanges pay out.
    [
      {
        from,
        to: forwarder,
        value: 0n,
        actions: [
          { kind: 'transfer', token, to, units: due },
          { kind: 'transfer', token, to: other.deposit.address, units: other.dueMicros },
        ],
      },
    ],
  ]
  const byCoin: Draft[][] = [
    [pay({ units: coin, token: nativeToken })],
    ...[coin, coin, coin - 1n, coin / 2n].map((units) => [sendCoin({ from, to, units })]),
    [sendCoin({ from, to, units: coin / 2n }), sendCoin({ from, to, units: coin / 2n })],
    [sendCoin({ from, to, units: half * etherPerMicro }), transfer(due - half)],
    [{ ...sendCoin({ from, to, units: coin }), to: forwarder }],
  ]
  return { id, drafts: pick(choose(2) === 0 ? byToken : byCoin) }
}

/** Chooses a transaction of a stranger who wants to count as the payer of a receipt. */
export function chooseDeception(
  owed: readonly Owed[],
  choose: Choose,
): { receiptId: string; draft: Draft } {
  const pick = <One>(some: readonly One[]): One => some[choose(some.length)] as One
  const { id: receiptId, dueMicros, deposit } = pick(owed)
  const other = pick(owed)
  const { address: to } = deposit
  const units = dueMicros * etherPerMicro
  const drafts: Draft[] = [
    // Carries the whole amount, but forwards only one unit of a token.
    { ...sendTokens({ from: stranger, token: usdc, to, units: 1n }), to: forwarder, value: units },
    sendCoin({ from: stranger, to: other.deposit.address, units }),
    sendCoin({ from: stranger, to, units: units / 3n }),
    { ...sendCoin({ from: stranger, to, units: units / 4n }), to: forwarder, value: units },
  ]
  return { receiptId, draft: pick(drafts) }
}

function sendTokens(input: { from: Address; token: Address; to: Address; units: bigint }): Draft {
  const { from, token, to, units } = input
  return { from, to: token, value: 0n, actions: [{ kind: 'transfer', token, to, units }] }
}

function sendCoin({ from, to, units }: { from: Address; to: Address; units: bigint }): Draft {
  return { from, to, value: units, actions: [{ kind: 'coin', to, units }] }
}

function callGateway(from: Address, action: Extract<Action, { kind: 'pay' }>): Draft {
  const value = action.token === nativeToken ? action.units : 0n
  return { from, to: paymentGateway.address, value, actions: [action] }
}
