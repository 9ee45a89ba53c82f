import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, totalBps } from '../../../lib/money.js'
import type { Recipient } from '../../split/split.js'

type Payouts = {
  recipients: readonly Recipient[]
  payouts: readonly { account: Address; units: BaseUnits }[]
}

/** Returns the least amount that a split received beyond `received`, given its payouts. */
export function missingUnits({ received, ...paid }: Payouts & { received: BaseUnits }): BaseUnits {
  const needed = neededUnits(paid)
  return baseUnits(needed > received ? needed - received : 0n)
}

/** Returns the amount that a split received beyond what its payouts needed. */
export function surplusUnits({ received, ...paid }: Payouts & { received: BaseUnits }): BaseUnits {
  const needed = neededUnits(paid)
  return baseUnits(received > needed ? received - needed : 0n)
}

/** The contract pays each recipient its share of everything received, rounded down. */
function neededUnits({ recipients, payouts }: Payouts): bigint {
  const needed = payouts.map(({ account, units }) => {
    const bps = recipients.find(({ address }) => address === account)?.sharesBps ?? totalBps
    return (units * BigInt(totalBps) + BigInt(bps) - 1n) / BigInt(bps)
  })
  return needed.reduce((a, b) => (a > b ? a : b), 0n)
}
