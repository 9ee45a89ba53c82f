import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, dustMicros, prorate } from '../../../lib/money.js'
import type { Amount } from '../../ledger/entry.js'
import type { WalletSum } from '../read-model/payer-store.js'

/** The distribution of a refund in one asset. */
export type PayerShares = {
  shares: { to: Address; units: BaseUnits }[]
  /** The rest, which belongs to unknown payers. */
  unknownUnits: BaseUnits
}

/**
 * Shares a refund in one asset among its payers, in proportion to what each has paid and not been
 * refunded, and never more than that. A share below a cent goes to the other payers.
 */
export function shareByPayer(
  amount: Amount,
  { paid, refunded }: { paid: readonly WalletSum[]; refunded: readonly WalletSum<Address>[] },
): PayerShares {
  const openSums = listOpen(amount, { paid, refunded })
  const payers = withoutDust(amount, openSums)
  const total = sumUnits(payers)
  const units = baseUnits(amount.units < total ? amount.units : total)
  const shares = shareOut(units, payers).flatMap(({ wallet, units }) =>
    wallet && isWorthIt(amount, units) ? { to: wallet, units } : [],
  )
  return { shares, unknownUnits: baseUnits(amount.units - sumUnits(shares)) }
}

/** Returns whether some units of an amount are worth at least a cent. */
export function isWorthIt({ units, usdMicros }: Amount, part: bigint): boolean {
  return part > 0n && part * usdMicros >= dustMicros * units
}

/** Lists what each wallet paid and was not refunded, largest first. */
function listOpen(
  { asset }: Amount,
  { paid, refunded }: { paid: readonly WalletSum[]; refunded: readonly WalletSum<Address>[] },
): WalletSum[] {
  return paid
    .filter((payer) => payer.asset === asset)
    .map((payer) => {
      const refunds = refunded.filter(
        ({ wallet, asset }) => wallet === payer.wallet && asset === payer.asset,
      )
      return { ...payer, units: baseUnits(payer.units - sumUnits(refunds)) }
    })
    .filter(({ units }) => units > 0n)
    .toSorted((a, b) => (a.units === b.units ? 0 : a.units > b.units ? -1 : 1))
}

/** Always keeps the largest payer, so that a refund of one cent still has a recipient. */
function withoutDust(amount: Amount, openSums: readonly WalletSum[]): WalletSum[] {
  return shareOut(amount.units, openSums)
    .map((share, index) => ({ payer: openSums[index] as WalletSum, share }))
    .filter(({ share }, index) => index === 0 || isWorthIt(amount, share.units))
    .map(({ payer }) => payer)
}

function shareOut(units: BaseUnits, payers: readonly WalletSum[]): WalletSum[] {
  if (payers.length === 0) return []
  const shares = prorate(
    units,
    payers.map((payer) => payer.units),
  )
  return payers.map((payer, index) => ({ ...payer, units: shares[index] as BaseUnits }))
}

function sumUnits(amounts: readonly { units: bigint }[]): bigint {
  return amounts.reduce((sum, { units }) => sum + units, 0n)
}
