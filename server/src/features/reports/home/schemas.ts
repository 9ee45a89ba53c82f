import { type Static, Type } from 'typebox'
import {
  integer,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../../platform/http/schemas.js'
import { dayQuery, daySpan } from '../schemas.js'

export const HomeQuery = Type.Object({
  fromDay: Type.Optional(text('First day, such as 2026-01-31; default toDay')),
  toDay: Type.Optional(text('Last day, inclusive; default today')),
  timeZone: dayQuery.timeZone,
})
export type HomeQuery = Static<typeof HomeQuery>

const HomeFigure = namedObject('HomeFigure', {
  count: integer('Receipts'),
  usd: number('Dollars'),
  filter: text('The query of GET /api/receipts that lists exactly these receipts'),
})

const figures = {
  sales: HomeFigure,
  refunds: HomeFigure,
  fees: HomeFigure,
  tips: HomeFigure,
  open: HomeFigure,
  failed: HomeFigure,
}

const PartOfDay = namedObject('HomePartOfDay', {
  from: integer('Its start, Unix ms'),
  to: integer('Its end, Unix ms'),
  sales: HomeFigure,
})

const HomePeriod = namedObject('HomePeriod', {
  fromDay: text('First day'),
  toDay: text('Last day'),
  ...daySpan,
  totals: namedObject('HomeFigures', figures),
  days: Type.Array(
    namedObject('HomeDay', {
      date: text('In the time zone, such as 2026-01-31'),
      ...daySpan,
      ...figures,
    }),
    { description: 'Oldest first, without days that the time zone skipped' },
  ),
  hours: Type.Array(PartOfDay, { description: 'The hours of a period of one day, else empty' }),
  soFar: orNull(PartOfDay),
})

export const HomeResponse = okResponse('HomeReport', {
  timeZone: text('The IANA time zone of the days'),
  current: HomePeriod,
  previous: HomePeriod,
  lastWeek: HomePeriod,
})
export type HomeResponse = Static<typeof HomeResponse>
