import { type Address, knownAddress } from '../../src/lib/hex.js'
import { paymentGateway } from '../../src/platform/chain/contracts.js'
import { findToken, nativeToken, type TokenSymbol } from '../../src/platform/chain/tokens.js'
import type { Action, ModelTransaction } from './chain.js'
import type { UnpaidReceipt } from './scene.js'

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
/** A contract that forwards native tokens or ERC-20 tokens, or keeps them. */
const forwarder = knownAddress(`0x${'f0'.repeat(20)}`)
export const thirdParty = knownAddress(`0x${'5a'.repeat(20)}`)
/** At 3,000 dollars per ETH, rounded up. */
const etherPerMicro = 10n ** 18n / 3_000_000_000n + 1n

/** Chooses how a buyer pays a receipt. */
export function choosePayment(
  debts: readonly UnpaidReceipt[],
  choose: Choose,
): { id: string; drafts: readonly Draft[] } {
  const pick = <Item>(items: readonly Item[]): Item => items[choose(items.length)] as Item
  const { id, dueMicros, deposit, buyer: from } = pick(debts)
  const other = pick(debts)
  const { address: to, receiptKey, payoutAddress } = deposit
  const token = pick([usdc, usdc, usdt])
  const half = dueMicros / 2n
  const nativeUnits = dueMicros * etherPerMicro
  const transfer = (units: bigint) => sendTokens({ from, token, to, units })
  const gateway = { kind: 'pay', receiptKey, payoutAddress, token } as const
  const pay = (change: Partial<Extract<Action, { kind: 'pay' }>> & { units: bigint }) =>
    callGateway(from, { ...gateway, ...change })

  const byToken: Draft[][] = [
    ...[dueMicros, dueMicros - 1n, 1n, half, dueMicros - half, dueMicros + 1_234_567n].map(
      (units) => [transfer(units)],
    ),
    [transfer(half), transfer(dueMicros - half)],
    [transfer(dueMicros), transfer(dueMicros)],
    [sendTokens({ from, token: eurc, to, units: dueMicros })],
    [sendTokens({ from, token: unknownToken, to, units: dueMicros })],
    [pay({ units: dueMicros })],
    [pay({ units: half })],
    [pay({ units: dueMicros, payoutAddress: elsewhere })],
    // Several receipts in one transaction, as exchanges pay out.
    [
      {
        from,
        to: forwarder,
        value: 0n,
        actions: [
          { kind: 'transfer', token, to, units: dueMicros },
          { kind: 'transfer', token, to: other.deposit.address, units: other.dueMicros },
        ],
      },
    ],
  ]
  const byNativeToken: Draft[][] = [
    [pay({ units: nativeUnits, token: nativeToken })],
    ...[nativeUnits, nativeUnits, nativeUnits - 1n, nativeUnits / 2n].map((units) => [
      sendNative({ from, to, units }),
    ]),
    [
      sendNative({ from, to, units: nativeUnits / 2n }),
      sendNative({ from, to, units: nativeUnits / 2n }),
    ],
    [sendNative({ from, to, units: half * etherPerMicro }), transfer(dueMicros - half)],
    [{ ...sendNative({ from, to, units: nativeUnits }), to: forwarder }],
  ]
  return { id, drafts: pick(choose(2) === 0 ? byToken : byNativeToken) }
}

/** Chooses a transaction of a third party who wants to count as the payer of a receipt. */
export function chooseDeception(
  debts: readonly UnpaidReceipt[],
  choose: Choose,
): { receiptId: string; draft: Draft } {
  const pick = <Item>(items: readonly Item[]): Item => items[choose(items.length)] as Item
  const { id: receiptId, dueMicros, deposit } = pick(debts)
  const other = pick(debts)
  const { address: to } = deposit
  const units = dueMicros * etherPerMicro
  const drafts: Draft[] = [
    // Carries the whole amount, but forwards only one unit of a token.
    {
      ...sendTokens({ from: thirdParty, token: usdc, to, units: 1n }),
      to: forwarder,
      value: units,
    },
    sendNative({ from: thirdParty, to: other.deposit.address, units }),
    sendNative({ from: thirdParty, to, units: units / 3n }),
    { ...sendNative({ from: thirdParty, to, units: units / 4n }), to: forwarder, value: units },
  ]
  return { receiptId, draft: pick(drafts) }
}

function sendTokens(input: { from: Address; token: Address; to: Address; units: bigint }): Draft {
  const { from, token, to, units } = input
  return { from, to: token, value: 0n, actions: [{ kind: 'transfer', token, to, units }] }
}

function sendNative({ from, to, units }: { from: Address; to: Address; units: bigint }): Draft {
  return { from, to, value: units, actions: [{ kind: 'native', to, units }] }
}

function callGateway(from: Address, action: Extract<Action, { kind: 'pay' }>): Draft {
  const value = action.token === nativeToken ? action.units : 0n
  return { from, to: paymentGateway.address, value, actions: [action] }
}
