import { type Address, checksumAddress } from '../../../lib/hex.js'
import { baseUnitsToDecimal, type Micros, micros, microsToDecimal } from '../../../lib/money.js'
import { type Asset, findAsset } from '../../../platform/chain/assets/asset.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../../platform/context.js'
import { valueAtMarket } from '../books/value-at-market.js'
import { thresholdOf } from '../flush/threshold.js'
import { type Holding, listHoldings } from '../read-model/balance-store.js'
import type { PayoutBalances } from './schemas.js'
import { explainWait, type Wait } from './waiting-reason.js'

type Balance = { holding: Holding; asset: Asset; usdMicros: Micros | null; wait: Wait }

/** Returns the money of a merchant that waits for its recipients, and why and until when. */
export async function getBalances(ctx: Context, merchant: Address): Promise<PayoutBalances> {
  const { chainId, settleWithinHours } = ctx.config
  const threshold = thresholdOf(ctx)
  const isAutomatic = keyOf(ctx.config, 'settlement') !== null
  const terms = { ...threshold, now: ctx.now(), withinHours: settleWithinHours, isAutomatic }
  const balances: Balance[] = []
  for (const holding of await listHoldings(ctx.db, { merchant, chainId })) {
    const asset = findAsset(chainId, holding.token)
    if (!asset) continue
    const usdMicros =
      holding.usdMicros ?? (await valueAtMarket(ctx, { asset, units: holding.units }))
    const wait = explainWait({ ...holding, usdMicros }, terms)
    balances.push({ holding, asset, usdMicros, wait })
  }
  const times = balances.flatMap(({ wait }) => (wait.at === null ? [] : [wait.at]))
  return {
    ok: true,
    automatic: isAutomatic,
    minUsd: microsToDecimal(micros(threshold.minMicros)),
    withinHours: settleWithinHours,
    next: {
      usd: sumUsd(balances),
      at: times.length > 0 ? Math.min(...times) : null,
    },
    depositsUsd: sumUsd(balances.filter(({ holding }) => holding.place === 'deposit')),
    splitsUsd: sumUsd(balances.filter(({ holding }) => holding.place === 'split')),
    balances: balances.map(describeBalance),
  }
}

function sumUsd(balances: readonly Balance[]): number {
  return microsToDecimal(
    micros(balances.reduce((sum, { usdMicros }) => sum + (usdMicros ?? 0n), 0n)),
  )
}

function describeBalance({ holding, asset, usdMicros, wait }: Balance) {
  const { place, payoutAddress, units, addresses, since } = holding
  return {
    place,
    payoutAddress: checksumAddress(payoutAddress),
    token: checksumAddress(asset.token),
    symbol: asset.symbol,
    decimals: asset.decimals,
    units: String(units),
    amount: baseUnitsToDecimal(units, asset.decimals),
    usd: usdMicros === null ? null : microsToDecimal(usdMicros),
    addresses,
    since,
    waitsFor: wait.reason,
    nextAt: wait.at,
  }
}
