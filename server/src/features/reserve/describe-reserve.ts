import { type BaseUnits, baseUnitsToDecimal } from '../../lib/money.js'
import { writeDay } from '../../lib/time.js'
import type { Recommendations } from './get-recommendations.js'
import type { Recommendation } from './recommend.js'
import { heldOf, type Reserve, type ReserveCurrency } from './reserve.js'
import type { ReserveBalances, ReserveHistory, ReserveRecommendations } from './schemas.js'
import type { ReserveDay, ReserveSettings } from './store.js'

export function describeBalances(
  { holdings, readAt, isComplete }: Reserve,
  recommendations: readonly Recommendation[],
): ReserveBalances {
  return {
    balances: holdings.map((holding) => {
      const { currency, decimals, releasable, deposits, wallet } = holding
      const target = recommendations.find((entry) => entry.currency === currency)?.target
      const write = (units: BaseUnits) => baseUnitsToDecimal(units, decimals)
      const amounts = {
        reserved: write(heldOf(holding)),
        releasable: write(releasable),
        deposits: write(deposits),
        wallet: write(wallet),
      }
      return {
        currency,
        reserved: Number(amounts.reserved),
        ...(target === undefined ? {} : { target: Number(write(target)) }),
        releasable: Number(amounts.releasable),
        deposits: Number(amounts.deposits),
        wallet: Number(amounts.wallet),
        amounts,
      }
    }),
    updatedAt: readAt,
    ...(isComplete ? {} : { partial: true as const }),
  }
}

export function describeRecommendations(
  { recommendations, windowDays, updatedAt }: Recommendations,
  settings: ReserveSettings | null,
): ReserveRecommendations {
  return {
    recommendations: recommendations.map(({ currency, decimals, target, basis, parts }) => {
      const write = (units: BaseUnits) => baseUnitsToDecimal(units, decimals)
      return {
        currency,
        target: Number(write(target)),
        basis,
        targetAmount: write(target),
        parts: parts.map(({ basis: of, component, units }) => ({
          basis: of,
          ...(component === null ? {} : { component }),
          target: Number(write(units)),
        })),
      }
    }),
    windowDays,
    updatedAt,
    ...(settings === null ? {} : { settings }),
  }
}

export function describeHistory(
  days: readonly ReserveDay[],
  currencies: readonly ReserveCurrency[],
): ReserveHistory {
  const decimals = new Map(currencies.map((entry) => [entry.currency, entry.decimals]))
  return {
    history: days.map(({ day, currency, reserved, target, readAt }) => {
      const write = (units: BaseUnits) => baseUnitsToDecimal(units, decimals.get(currency) ?? 0)
      return {
        date: writeDay(day),
        currency,
        reserved: Number(write(reserved)),
        target: Number(write(target)),
        reservedAmount: write(reserved),
        updatedAt: readAt,
      }
    }),
  }
}
