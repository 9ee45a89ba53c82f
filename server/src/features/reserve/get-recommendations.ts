import type { Address } from '../../lib/hex.js'
import { baseUnitsFromCents } from '../../lib/money.js'
import { dayOf, type UnixMs } from '../../lib/time.js'
import { assetName, manualUsd } from '../../platform/chain/assets/asset-name.js'
import { tokenDecimals } from '../../platform/chain/tokens.js'
import type { Context } from '../../platform/context.js'
import type { DaySum } from '../ledger/day-sum.js'
import { sumByDay } from '../ledger/sum-days.js'
import { sumExpectedCharges } from '../subscriptions/figures/get-figures.js'
import { type Recommendation, recommend, type WindowFigures } from './recommend.js'
import { listCurrencies } from './reserve.js'

export const defaultWindowDays = 30

export type Recommendations = {
  recommendations: Recommendation[]
  windowDays: number
  updatedAt: UnixMs
}

/** Recommends a merchant's reserve in each currency, from its ledger and subscriptions. */
export async function getRecommendations(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { merchant, windowDays }: { merchant: Address; windowDays: number },
): Promise<Recommendations> {
  const { chainId } = ctx.config
  const now = ctx.now()
  const toDay = dayOf(now)
  const range = { merchant, fromDay: toDay - windowDays + 1, toDay }
  const sums = await sumByDay(ctx, { ...range, kinds: ['sale', 'refund'] })
  const chargesCents = await sumExpectedCharges(ctx, { merchant, days: windowDays })

  const onChain = listCurrencies(chainId).map((entry) => {
    const name = assetName({ chainId, token: entry.token })
    const assetSums = sums.filter(({ asset }) => asset === name)
    // Subscriptions are charged in USDC.
    const expectedCharges =
      entry.currency === 'USDC' ? baseUnitsFromCents(chargesCents, tokenDecimals) : 0n
    return recommend(entry, { figures: figuresOf(assetSums, expectedCharges), windowDays })
  })
  const manual = sums.filter(({ asset }) => asset === manualUsd)
  const usd = { currency: 'USD', decimals: 2 }
  const offChain =
    manual.length === 0 ? [] : [recommend(usd, { figures: figuresOf(manual, 0n), windowDays })]
  return { recommendations: [...onChain, ...offChain], windowDays, updatedAt: now }
}

function figuresOf(sums: readonly DaySum[], expectedCharges: bigint): WindowFigures {
  const add = (isSummed: (sum: DaySum) => boolean) =>
    sums.filter(isSummed).reduce((total, { units }) => total + units, 0n)
  const taxes = new Map<string, bigint>()
  for (const { kind, account, units } of sums) {
    if (kind !== 'sale' || !account.startsWith('tax:')) continue
    const name = account.slice('tax:'.length)
    taxes.set(name, (taxes.get(name) ?? 0n) - units)
  }
  return {
    sold: add(({ kind, account }) => kind === 'sale' && account === 'customer_credit'),
    refunded: add(({ kind, account }) => kind === 'refund' && account === 'refunds'),
    taxes,
    expectedCharges,
  }
}
