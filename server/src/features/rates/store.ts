import { isDeepStrictEqual } from 'node:util'
import { ppm } from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { toPpm, toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Anchor } from './choose-rate.js'
import type { Quote } from './provider.js'
import type { MarketUnit } from './units.js'

/** The last accepted rate of a unit, if any, and its alarm. */
export type StoredRate = {
  unit: MarketUnit
  /** `voters` are the quotes that agreed on it. */
  rate: (Quote & { anchor: Anchor; voters: readonly Quote[] }) | null
  alarm: string | null
  /** Changes with the rate. 0 before the first one. */
  version: number
}

type RateRow = {
  unit: MarketUnit
  usd_ppm: string | null
  provider: Quote['provider'] | null
  quoted_at: string | null
  anchor_ppm: string | null
  anchor_at: string | null
  quotes: StoredQuote[] | null
  alarm: string | null
  fetched_at: string | null
}

const columns =
  'unit, usd_ppm, provider, quoted_at, anchor_ppm, anchor_at, quotes, alarm, fetched_at'

export async function listStoredRates(db: Queryable): Promise<StoredRate[]> {
  const { rows } = await db.query<RateRow>(`select ${columns} from exchange_rates`)
  return rows.map(toStoredRate)
}

export async function findStoredRate(db: Queryable, unit: MarketUnit): Promise<StoredRate | null> {
  const { rows } = await db.query<RateRow>(
    `select ${columns} from exchange_rates where unit = $1`,
    [unit],
  )
  return rows[0] ? toStoredRate(rows[0]) : null
}

/**
 * Replaces the stored rate. Returns false when the stored one is newer: from a later round, or
 * quoted later by the same source. Quote times of different sources are not compared, because
 * sources update at different intervals.
 */
export async function replaceRate(
  db: Queryable,
  input: {
    unit: MarketUnit
    quote: Quote
    voters: readonly Quote[]
    anchor: Anchor
    fetchedAt: UnixMs
    alarm: string | null
  },
): Promise<boolean> {
  const { unit, quote, voters, anchor, fetchedAt, alarm } = input
  const { rowCount } = await db.query(
    `insert into exchange_rates as last (
       unit, usd_ppm, provider, quoted_at, fetched_at, anchor_ppm, anchor_at, quotes, alarm
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (unit) do update
     set usd_ppm = excluded.usd_ppm, provider = excluded.provider, quoted_at = excluded.quoted_at,
       fetched_at = excluded.fetched_at, anchor_ppm = excluded.anchor_ppm,
       anchor_at = excluded.anchor_at, quotes = excluded.quotes, alarm = excluded.alarm
     where last.fetched_at is null or (
       last.fetched_at <= excluded.fetched_at
       and (last.provider <> excluded.provider or last.quoted_at <= excluded.quoted_at)
     )`,
    [
      unit,
      quote.rate,
      quote.provider,
      quote.quotedAt,
      fetchedAt,
      anchor.rate,
      anchor.quotedAt,
      JSON.stringify(voters.map(toStoredQuote)),
      alarm,
    ],
  )
  return rowCount === 1
}

/** Stores an alarm and keeps the last rate. */
export async function setAlarm(
  db: Queryable,
  { unit, alarm }: { unit: MarketUnit; alarm: string },
): Promise<void> {
  await db.query(
    `insert into exchange_rates (unit, alarm) values ($1, $2)
     on conflict (unit) do update set alarm = excluded.alarm`,
    [unit, alarm],
  )
}

/** The rate columns are either all set or all null. */
function toStoredRate(row: RateRow): StoredRate {
  const { unit, usd_ppm, provider, alarm } = row
  const version = Number(row.fetched_at ?? 0)
  if (usd_ppm === null || provider === null) return { unit, rate: null, alarm, version }

  const anchor = { rate: toPpm(row.anchor_ppm ?? '0'), quotedAt: toTime(row.anchor_at ?? '0') }
  const quote = { rate: toPpm(usd_ppm), provider, quotedAt: toTime(row.quoted_at ?? '0') }
  const rate = { ...quote, anchor, voters: votersOf(quote, row.quotes) }
  return { unit, rate, alarm, version }
}

/** A quote in JSON, which has no bigint. */
type StoredQuote = { provider: Quote['provider']; usdPpm: string; quotedAt: number }

export function toStoredQuote({ provider, rate, quotedAt }: Quote): StoredQuote {
  return { provider, usdPpm: String(rate), quotedAt }
}

/** Returns the stored quotes that agreed on a rate. Empty when its own quote is not among them. */
export function votersOf(rate: Quote, stored: readonly StoredQuote[] | null): Quote[] {
  const voters = (stored ?? []).map(toQuote)
  return voters.some((voter) => isDeepStrictEqual(voter, { ...rate })) ? voters : []
}

function toQuote({ provider, usdPpm, quotedAt }: StoredQuote): Quote {
  return { provider, rate: ppm(BigInt(usdPpm)), quotedAt: unixMs(quotedAt) }
}
