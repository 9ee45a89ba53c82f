import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import { type Recipient, shareOut } from '../../split/split.js'

/**
 * Shares a payment among split recipients as the contract does: from everything received so far, each share rounded down.
 * The remainder goes to the merchant for now. The contract pays it to others with a later payment, whose share for the
 * merchant can therefore be negative.
 */
export function shareLegs(input: {
  units: BaseUnits
  /** The split's total received, including this payment. */
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
