import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'

export const ReportQuery = Type.Object({
  from: integerText('Start of the range, Unix ms, inclusive; by default the range has 30 days'),
  to: integerText('End of the range, Unix ms, inclusive; default now'),
  format: Type.Optional(Type.String({ description: 'json (default) or csv' })),
})
export type ReportQuery = Static<typeof ReportQuery>

/** The range of a report by whole days. */
export const daySpan = {
  from: Type.Integer({ description: 'Start of the first day, Unix ms' }),
  to: Type.Integer({ description: 'End of the last day, Unix ms' }),
}
