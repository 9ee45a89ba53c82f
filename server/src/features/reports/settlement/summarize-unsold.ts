import { baseUnits, baseUnitsToDecimal, type Cents } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { describeAsset } from '../../../platform/chain/assets/asset-name.js'
import type { Entry, UnsoldSum } from '../../ledger/entry.js'
import { roundParts, roundToCents } from '../round-parts.js'
import { type AmountsByName, unassigned } from './summarize-sale.js'

/** Money in one asset received or returned without a sale. Returned amounts are negative. */
export type UnsoldRow = {
  at: UnixMs
  /** Null for a direct payment. */
  receiptId: string | null
  token: string
  /** In the units of the token, as a decimal. */
  amount: string
  usd: Cents
  /** Null for several small amounts. */
  transactionHash: string | null
  recipients: AmountsByName
}

/** Summarizes money that was not sold: one row for each asset. */
export function summarizeUnsold(sums: UnsoldSum): UnsoldRow[] {
  const { at, receiptId, transactionHash, entries } = sums
  const assets = [...new Set(entries.map(({ asset }) => asset))]
  return assets.map((asset) => {
    const assetEntries = entries.filter((entry) => entry.asset === asset)
    const { symbol, decimals } = describeAsset(asset)
    const credit = sumOf(
      assetEntries,
      ({ account }) => account === 'customer_credit' || account === 'refunds',
    )
    const usd = roundToCents(credit.usdMicros)
    return {
      at,
      receiptId,
      token: symbol ?? asset,
      amount: baseUnitsToDecimal(baseUnits(credit.units), decimals),
      usd,
      transactionHash,
      recipients: recipientsOf(assetEntries, { usd, usdMicros: credit.usdMicros }),
    }
  })
}

function recipientsOf(
  entries: readonly Entry[],
  { usd, usdMicros }: { usd: Cents; usdMicros: bigint },
): AmountsByName {
  const shares = new Map<string, bigint>()
  for (const { account, usdMicros: worth } of entries) {
    if (account.startsWith('due:')) shares.set(account.slice('due:'.length), -worth)
  }
  const remainder = usdMicros - [...shares.values()].reduce((sum, share) => sum + share, 0n)
  if (remainder !== 0n) shares.set(unassigned, remainder)
  // The largest share rounds up first, whatever the addresses.
  const largestFirst = [...shares].toSorted(([, a], [, b]) => (a < b ? 1 : -1))
  const rounded = roundParts(
    largestFirst.map(([, worth]) => worth),
    usd,
  )
  return new Map(largestFirst.map(([name], index) => [name, rounded[index] as Cents]))
}

/** Sums the credit of matching entries as a positive amount. */
function sumOf(entries: readonly Entry[], isSummed: (entry: Entry) => boolean) {
  const summed = entries.filter(isSummed)
  return {
    units: summed.reduce((sum, { units }) => sum - units, 0n),
    usdMicros: summed.reduce((sum, { usdMicros }) => sum - usdMicros, 0n),
  }
}
