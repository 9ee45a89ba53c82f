import { type Address, knownAddress } from '../src/lib/hex.js'
import { findToken, nativeToken, type TokenSymbol } from '../src/platform/chain/tokens.js'
import type { Action } from './history-chain.js'
import type { Owed } from './history-checks.js'

const tokenOf = (symbol: TokenSymbol) => findToken(84_532, symbol)?.address as Address
export const usdc = tokenOf('USDC')
export const usdt = tokenOf('USDT')
/** Not accepted for a bill in dollars. */
const eurc = tokenOf('EURC')
const unknownToken = knownAddress(`0x${'fa'.repeat(20)}`)
/** Not the payout address of any receipt. */
export const elsewhere = knownAddress(`0x${'e1'.repeat(20)}`)
/** At 3,000 dollars per ETH, rounded up. */
const etherPerMicro = 10n ** 18n / 3_000_000_000n + 1n

/** Chooses how a buyer pays a receipt: the actions of each transaction. */
export function choosePayment(
  owed: readonly Owed[],
  choose: (below: number) => number,
): readonly (readonly Action[])[] {
  const pick = <One>(some: readonly One[]): One => some[choose(some.length)] as One
  const { dueMicros: due, deposit } = pick(owed)
  const other = pick(owed)
  const { address: to, receiptKey, payoutAddress } = deposit
  const token = pick([usdc, usdc, usdt])
  const half = due / 2n
  const coin = due * etherPerMicro
  const transfer = (units: bigint): Action => ({ kind: 'transfer', token, to, units })
  const pay = { kind: 'pay', receiptKey, payoutAddress, token } as const

  const ways: Action[][][] = [
    ...[due, due - 1n, 1n, half, due - half, due + 1_234_567n].map((units) => [[transfer(units)]]),
    [[transfer(half)], [transfer(due - half)]],
    [[transfer(due)], [transfer(due)]],
    [[{ kind: 'transfer', token: eurc, to, units: due }]],
    [[{ kind: 'transfer', token: unknownToken, to, units: due }]],
    [[{ ...pay, units: due }]],
    [[{ ...pay, units: half }]],
    [[{ ...pay, units: due, payoutAddress: elsewhere }]],
    [[{ ...pay, units: coin, token: nativeToken }]],
    [[{ kind: 'coin', to, units: coin }]],
    [[{ kind: 'coin', to, units: coin - 1n }]],
    // Several receipts in one transaction, as exchanges pay out.
    [
      [
        transfer(due),
        { kind: 'transfer', token, to: other.deposit.address, units: other.dueMicros },
      ],
    ],
  ]
  return pick(ways)
}
