import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { integer, text } from '../../platform/http/schemas.js'

/** The query of ranges by days of a time zone. */
export const dayQuery = {
  fromDay: Type.Optional(text('First day, such as 2026-01-31, instead of from')),
  toDay: Type.Optional(text('Last day, inclusive, instead of to')),
  timeZone: Type.Optional(text('IANA time zone of days; default that of the shop')),
}

export const ReportQuery = Type.Object({
  from: integerText('Start of the range, Unix ms, inclusive; by default the range has 30 days'),
  to: integerText('End of the range, Unix ms, inclusive; default now'),
  ...dayQuery,
  format: Type.Optional(text('json (default) or csv')),
})
export type ReportQuery = Static<typeof ReportQuery>

/** The range of a report by whole days. */
export const daySpan = {
  from: integer('Start of the first day, Unix ms'),
  to: integer('End of the last day, Unix ms'),
}
