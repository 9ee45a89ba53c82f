import { type Static, Type } from 'typebox'
import { currencies } from '../../../lib/money.js'
import {
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
  time,
} from '../../../platform/http/schemas.js'

const usd = (description: string) => number(`${description}, in dollars`)
const Currency = namedEnum('Currency', currencies)

const CashCount = namedObject('CashCount', {
  currency: Currency,
  openingFloat: number('In the drawer at the start'),
  sales: number('Paid in cash'),
  refunds: number('Refunds of cash sales'),
  expected: number('openingFloat + sales - refunds'),
  counted: orNull(Type.Number(), 'Null when the drawer was not counted'),
  difference: orNull(Type.Number(), 'counted - expected'),
})

export const DayReport = namedObject('DayReport', {
  sales: Type.Integer(),
  refunds: Type.Integer({ description: 'Number of refunds' }),
  goods: usd('Before discounts, tips, tax and fee'),
  discounts: usd('Negative'),
  tips: usd('Tips'),
  fees: usd('Fee lines of receipts'),
  received: usd('goods + discounts + tips + fees + the tax of sales'),
  refunded: usd('Refunds, with their tax'),
  refundedTax: usd('The tax within the refunds'),
  taxes: Type.Array(Type.Object({ code: Type.String(), amount: Type.Number() }), {
    description: 'By component, in dollars. The tax of refunds is subtracted',
  }),
  assets: Type.Array(
    Type.Object({
      symbol: text('USD stands for cash and other manual payments'),
      amount: text('As a decimal'),
      usd: Type.Number(),
    }),
  ),
  cash: Type.Array(CashCount),
  cashiers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      sales: Type.Integer(),
      tips: usd('Tips'),
      received: usd('Received'),
    }),
  ),
})
export type DayReport = Static<typeof DayReport>

const DayClose = namedObject('DayClose', {
  registerId: Type.String(),
  number: Type.Integer({ description: 'One series per register, without gaps' }),
  openedAt: time('when the first sale was posted'),
  closedAt: time('when it was closed'),
  closedBy: text('The cashier or person who closed it'),
  ...DayReport.properties,
})

export const DayClosesQuery = Type.Object({
  registerId: Type.Optional(text('Required for people; a device reads its own register')),
})

export const DayCloses = okResponse('DayCloses', {
  open: orNull(
    namedObject('OpenDay', {
      number: Type.Integer({ description: 'The number that its close will have' }),
      openedAt: time('when the first sale was posted'),
      isFull: Type.Boolean({
        description: 'The day holds no further sale or refund. Later ones are in the next day',
      }),
      ...DayReport.properties,
    }),
    'null until the first sale after the last close',
  ),
  closes: Type.Array(DayClose, { description: 'The latest 100, the newest first' }),
})

const any = (description: string) => Type.Optional(Type.Any({ description }))

export const CloseDayBody = namedObject('CloseDayBody', {
  registerId: any('Required for people; a device closes the day of its own register'),
  cash: any('[{currency, openingFloat?, counted?}], at most one per currency'),
})

export const DayClosed = okResponse('DayClosed', { close: DayClose })
