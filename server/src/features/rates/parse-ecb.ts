import type { Ppm } from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { parseRate } from './parse-rate.js'

/**
 * Reads the European Central Bank's daily file; `null` when it is not exactly what the bank writes: one
 * day, one rate for the dollar. Markup that could hide either of them is refused, not interpreted.
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
 * The banks agree on the rates at 14:15 in Frankfurt, which is 13:15 UTC in winter and an hour earlier in
 * summer. Either way it is before they publish, so a file of today is never one from the future.
 */
function parseDay(text: string): UnixMs | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null

  const time = Date.parse(`${text}T13:15:00Z`)
  // February 30 would quietly become a day in March.
  const isReal = Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
  return isReal ? unixMs(time) : null
}
