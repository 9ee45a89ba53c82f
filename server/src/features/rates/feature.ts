import type { TxContext } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { pickRate } from './pick-rate.js'
import { usesMarketRate } from './providers-of.js'
import type { RateConfig } from './rate-sources.js'
import { refreshRates } from './refresh-rates.js'
import { listStoredRates } from './store.js'
import { marketUnitNames } from './units.js'

export const ratesFeature: Feature = {
  jobs: [refreshRates],
  checks: (ctx) => ({ rates: () => checkRates(ctx) }),
}

type RatesState = {
  /** Whether every market-priced unit has a usable rate. */
  ok: boolean
  /** The age of the oldest quote in use, or null while one is missing. */
  ageMs: number | null
  alarm?: string
}

/** Checks that every market-priced unit has a usable rate. Reads only the database. */
export async function checkRates(
  ctx: Pick<TxContext, 'db' | 'now'> & { config: RateConfig },
): Promise<RatesState> {
  const units = marketUnitNames.filter((unit) => usesMarketRate(ctx.config, unit))
  if (units.length === 0) return { ok: true, ageMs: 0 }

  const all = await listStoredRates(ctx.db)
  const rates = units.map((unit) =>
    pickRate(ctx, { unit, stored: all.find((row) => row.unit === unit) ?? null }),
  )
  const ages = rates.flatMap((rate) => (rate ? [Math.max(0, ctx.now() - rate.quotedAt)] : []))
  const alarms = all
    .filter(({ unit, alarm }) => units.includes(unit) && alarm !== null)
    .map(({ unit, alarm }) => `${unit}: ${alarm}`)
    .toSorted()
  const ok = ages.length === units.length

  return {
    ok,
    ageMs: ok ? Math.max(...ages) : null,
    ...(alarms.length > 0 && { alarm: alarms.join('; ') }),
  }
}
