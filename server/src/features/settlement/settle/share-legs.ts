import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import { shareOut } from '../../split/share-out.js'
import type { Recipient } from '../../split/split.js'

/**
 * What each recipient gets of a payment, as the contract counts it: by everything received so far, each share rounded
 * down. What is left over by that is the merchant's for now; the contract pays it with a later payment.
 */
export function shareLegs(input: {
  units: BaseUnits
  /** What the split had received with it. */
  received: BaseUnits
  recipients: readonly Recipient[]
}): { account: Address; units: BaseUnits }[] {
  const { units, received, recipients } = input
  const bps = recipients.map(({ sharesBps }) => sharesBps)
  const before = shareOut(baseUnits(received - units), bps)
  const after = shareOut(received, bps)
  const legs = recipients.map(({ address }, index) => ({
    account: address,
    units: baseUnits((after[index] ?? 0n) - (before[index] ?? 0n)),
  }))
  const rest = units - legs.reduce((sum, leg) => sum + leg.units, 0n)
  const owner = Math.max(
    0,
    recipients.findIndex(({ role }) => role === 'merchant'),
  )
  return legs.map((leg, index) =>
    index === owner ? { ...leg, units: baseUnits(leg.units + rest) } : leg,
  )
}
