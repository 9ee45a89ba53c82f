import type { Ppm } from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { fetchText } from './fetch-text.js'
import { parseRate } from './parse-rate.js'
import { type RateProvider, unavailable } from './provider.js'
import { type RateContext, rateSources } from './rate-sources.js'

/** Reads the euro reference rate of the European Central Bank, published on working days. */
export function createEcbProvider(ctx: Pick<RateContext, 'config' | 'fetch'>): RateProvider {
  return {
    name: 'ecb',
    async usdPer(unit) {
      if (unit !== 'EUR') return unavailable('unit is not quoted by the ECB')

      const url = rateSources(ctx.config).ecbRatesUrl
      const fetched = await fetchText(ctx, { url, accept: 'application/xml, text/xml' })
      if (fetched.kind === 'unavailable') return fetched

      const parsed = parseEcb(fetched.text)
      return parsed ? { kind: 'quoted', ...parsed } : unavailable('response is not the daily file')
    },
  }
}

/**
 * Parses the daily file of the European Central Bank. Returns null unless it has exactly one day
 * and one dollar rate. Comments, CDATA and other markup that could hide values are rejected.
 */
export function parseEcb(xml: string): { rate: Ppm; quotedAt: UnixMs } | null {
  if (!/^(<\?xml [^<>]*\?>)?\s*<gesmes:Envelope\s[^<>]*>/.test(xml)) return null
  if (!xml.trimEnd().endsWith('</gesmes:Envelope>')) return null
  if (/<!|<\?(?!xml )/.test(xml)) return null

  const days = [...xml.matchAll(/<Cube\s+time=(['"])([^'"<>]*)\1\s*>/g)]
  const dollars = [...xml.matchAll(/<Cube\s+currency=(['"])USD\1\s+rate=(['"])([^'"<>]*)\2\s*\/>/g)]
  const [day, dollar] = [days[0], dollars[0]]
  if (!day || !dollar || days.length > 1 || dollars.length > 1) return null
  if (dollar.index < day.index) return null

  const quotedAt = parseDay(day[2] ?? '')
  const rate = parseRate(dollar[3] ?? '')
  return rate === null || quotedAt === null ? null : { rate, quotedAt }
}

/**
 * Rates are fixed at 14:15 in Frankfurt, which is 13:15 UTC in winter and 12:15 UTC in summer.
 * 13:15 UTC is before publication in both cases, so the current file is never dated in the future.
 */
function parseDay(text: string): UnixMs | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null

  const time = Date.parse(`${text}T13:15:00Z`)
  // Date.parse would turn February 30 into a day in March.
  const isReal = Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
  return isReal ? unixMs(time) : null
}
