import type { Split } from '../../src/features/split/split.js'
import { type Address, type Hash, knownAddress } from '../../src/lib/hex.js'
import { nativeToken } from '../../src/platform/chain/tokens.js'
import type { Action } from '../history/chain.js'
import { type Amount, type ModelAction, modelTokens } from './model.js'

/** A receipt and its deposit address. */
export type UnpaidReceipt = {
  id: string
  dueMicros: bigint
  /** The total in euros, for a receipt in euros. */
  dueEuroUnits: bigint | null
  key: Hash
  chargeKey: Hash
  address: Address
  payoutAddress: Address
}

/** Not the payout address of any receipt. */
export const elsewhere = knownAddress(`0x${'e1'.repeat(20)}`)
/** At 3,000 dollars per ETH, rounded up. */
const weiPerMicro = 10n ** 18n / 3_000_000_000n + 1n

/** Returns what an action of a history does on chain. */
export function toActions(
  action: ModelAction,
  scene: {
    receiptAt: (index: number) => UnpaidReceipt
    contract: Split | null
  },
): Action[] {
  const { receiptAt, contract } = scene
  const split = contract?.address ?? null
  const token = modelTokens['token' in action ? action.token : 0] as Address
  switch (action.kind) {
    case 'deposit': {
      const { address: to, ...dueReceipt } = receiptAt(action.receipt)
      const units = unitsOf(action.amount, { ...dueReceipt, token })
      return token === nativeToken
        ? [{ kind: 'native', to, units }]
        : [{ kind: 'transfer', token, to, units }]
    }
    case 'gateway': {
      const { key: receiptKey, ...dueReceipt } = receiptAt(action.receipt)
      const payoutAddress = action.isElsewhere ? elsewhere : dueReceipt.payoutAddress
      const units = unitsOf(action.amount, { ...dueReceipt, token })
      return [{ kind: 'pay', receiptKey, payoutAddress, token, units }]
    }
    case 'direct': {
      if (!split) return []
      const units = BigInt(action.units)
      if (action.hasUnknownKey) {
        const receiptKey = `0x${'77'.repeat(32)}` as Hash
        return [{ kind: 'pay', receiptKey, payoutAddress: split, token, units }]
      }
      return token === nativeToken
        ? [{ kind: 'native', to: split, units }]
        : [{ kind: 'transfer', token, to: split, units }]
    }
    case 'charge': {
      if (!split) return []
      const { chargeKey, dueMicros: units } = receiptAt(action.receipt)
      return [{ kind: 'charge', chargeKey, payoutAddress: split, token: modelTokens[0], units }]
    }
    case 'flush': {
      const { key: receiptKey, payoutAddress } = receiptAt(action.receipt)
      return [{ kind: 'flush', receiptKey, payoutAddress, token }]
    }
    case 'release': {
      if (!split || !contract) return []
      const { recipients } = contract
      const recipient = recipients[(action.recipient ?? 0) % recipients.length]
      const account = action.recipient === null ? null : (recipient?.address ?? null)
      return [{ kind: 'release', split, token, account }]
    }
  }
}

function unitsOf(
  amount: Amount,
  input: Pick<UnpaidReceipt, 'dueMicros' | 'dueEuroUnits'> & { token: Address },
): bigint {
  const { dueMicros, dueEuroUnits, token } = input
  const dueUnits = token === modelTokens[2] ? (dueEuroUnits ?? dueMicros) : dueMicros
  const half = dueUnits / 2n
  const parts = {
    all: dueUnits,
    half,
    rest: dueUnits - half,
    over: dueUnits + 7_654_321n,
    odd: 3n,
    unit: 1n,
  }
  return parts[amount] * (token === nativeToken ? weiPerMicro : 1n)
}
