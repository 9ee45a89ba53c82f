import { type Ppm, ppmToDecimal } from '../../lib/money.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { askProviders, type ProviderQuotes } from './ask-providers.js'
import { type Anchor, type Choice, chooseRate } from './choose-rate.js'
import type { MarketProviderName, ProviderName } from './provider.js'
import { providersOf, usesMarketRate } from './providers-of.js'
import type { RateContext } from './rate-sources.js'
import { findStoredRate, replaceRate, type StoredRate, setAlarm } from './store.js'
import { type MarketUnit, marketUnitNames } from './units.js'

/** Queries the market sources and stores the chosen rate of each unit. Skips fixed rates. */
export const refreshRates: Job = {
  name: 'refresh-rates',
  everyMs: MINUTE_MS,
  run: refresh,
}

async function refresh(ctx: RateContext): Promise<Record<string, unknown>> {
  const figures = await Promise.all(
    marketUnitNames.map(async (unit) => [unit, await refreshUnit(ctx, unit)]),
  )
  return Object.fromEntries(figures)
}

async function refreshUnit(ctx: RateContext, unit: MarketUnit): Promise<object> {
  if (!usesMarketRate(ctx.config, unit)) return { chosen: 'no market source' }

  const fetchedAt = ctx.now()
  const names = providersOf(ctx.config, unit).filter(isMarket)
  const responses = await askProviders(ctx, { unit, names })
  const last = await findStoredRate(ctx.db, unit)
  const choice = chooseRate(responses.quotes, { unit, anchor: anchorOf(ctx, { unit, last }) })

  const isKept = await storeChoice(ctx, { unit, choice, fetchedAt })
  if (isKept) reportAlarm(ctx, { unit, last, choice, responses })

  const chosen = choice.kind === 'chosen' ? choice.quote.provider : null
  return { chosen, isKept, refused: responses.refused }
}

function isMarket(name: ProviderName): name is MarketProviderName {
  return name !== 'fixed'
}

/** Stores the choice. Returns false when another process has stored a newer one. */
async function storeChoice(
  ctx: RateContext,
  { unit, choice, fetchedAt }: { unit: MarketUnit; choice: Choice; fetchedAt: UnixMs },
): Promise<boolean> {
  if (choice.kind === 'chosen') return replaceRate(ctx.db, { unit, fetchedAt, ...choice })

  await setAlarm(ctx.db, { unit, alarm: choice.alarm })
  return true
}

/** Before the first rate, the operator's fixed rate serves as a very old anchor. */
function anchorOf(
  ctx: RateContext,
  { unit, last }: { unit: MarketUnit; last: StoredRate | null },
): Anchor | null {
  if (last?.rate) return last.rate.anchor

  const rate: Ppm | undefined = ctx.config.fixedRates[unit]
  return rate === undefined ? null : { rate, quotedAt: unixMs(0) }
}

/** Logs when an alarm begins, changes or ends. In between, the health check shows it. */
function reportAlarm(
  ctx: RateContext,
  round: { unit: MarketUnit; last: StoredRate | null; choice: Choice; responses: ProviderQuotes },
): void {
  const { unit, choice, responses } = round
  const before = round.last?.alarm ?? null
  if (choice.alarm === before) return

  if (choice.alarm === null) {
    ctx.log.info({ unit }, 'exchange rate recovered')
    return
  }
  const quotes = responses.quotes.map(({ provider, rate }) => ({
    provider,
    usd: ppmToDecimal(rate),
  }))
  ctx.log.warn(
    { unit, alarm: choice.alarm, quotes, refused: responses.refused },
    'exchange rate is unreliable',
  )
}
