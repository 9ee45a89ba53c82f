import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import { type Recipient, totalBps } from '../../split/split.js'

/**
 * Returns the least amount that a split received beyond `received`, given its payouts. The contract pays each recipient
 * its share of everything received, rounded down.
 */
export function missingUnits(input: {
  received: BaseUnits
  recipients: readonly Recipient[]
  payouts: readonly { account: Address; units: BaseUnits }[]
}): BaseUnits {
  const { received, recipients, payouts } = input
  const needed = payouts.map(({ account, units }) => {
    const bps = recipients.find(({ address }) => address === account)?.sharesBps ?? totalBps
    return (units * BigInt(totalBps) + BigInt(bps) - 1n) / BigInt(bps)
  })
  const most = needed.reduce((a, b) => (a > b ? a : b), 0n)
  return baseUnits(most > received ? most - received : 0n)
}
