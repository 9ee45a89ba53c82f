import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  integer,
  namedEnum,
  namedObject,
  number,
  orNull,
  text,
} from '../../platform/http/schemas.js'
import { bases } from './recommend.js'

const amount = (description: string) => text(description)
const unixMs = (description: string) => integer(`Unix ms: ${description}`)

const locations = {
  releasable: number('Due to the merchant from its splits'),
  deposits: number('At deposit addresses of receipts, before the split takes the shares of others'),
  wallet: number('In the wallet that payouts go to'),
}

export const ReserveBalances = namedObject('ReserveBalances', {
  balances: Type.Array(
    namedObject('ReserveBalance', {
      currency: text('USDC, USDT, EURC or ETH'),
      reserved: number('The sum of releasable, deposits and wallet'),
      target: Type.Optional(number('The recommendation for the last 30 days')),
      ...locations,
      amounts: namedObject('ReserveAmounts', {
        reserved: amount('Exact decimal'),
        releasable: amount('Exact decimal'),
        deposits: amount('Exact decimal'),
        wallet: amount('Exact decimal'),
      }),
    }),
  ),
  updatedAt: unixMs('when the balances were read; 0 while the database is unavailable'),
  partial: Type.Optional(
    Type.Literal(true, {
      description: 'Not every split or deposit was read, because the merchant has too many',
    }),
  ),
  degraded: Type.Optional(Type.Literal(true)),
  reason: Type.Optional(Type.Literal('datastore_unavailable')),
})
export type ReserveBalances = Static<typeof ReserveBalances>

export const RecommendQuery = Type.Object({
  windowDays: integerText('1 to 365, default 30', { minimum: 1, maximum: 365, default: 30 }),
})

const basis = namedEnum('ReserveBasis', bases)

export const ReserveRecommendations = namedObject('ReserveRecommendations', {
  recommendations: Type.Array(
    namedObject('ReserveRecommendation', {
      currency: text('A token symbol, ETH, or USD for manual payments'),
      target: Type.Number(),
      basis,
      targetAmount: amount('Exact decimal'),
      parts: Type.Array(
        namedObject('ReservePart', {
          basis,
          component: Type.Optional(text('Tax component, for tax_liability')),
          target: Type.Number(),
        }),
        { description: 'The amount of every heuristic' },
      ),
    }),
  ),
  windowDays: Type.Integer(),
  updatedAt: unixMs('when the figures were read'),
  settings: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The settings stored by POST, if any',
    }),
  ),
})
export type ReserveRecommendations = Static<typeof ReserveRecommendations>

export const ReserveSettingsBody = namedObject(
  'ReserveSettings',
  {
    taxConfig: Type.Optional(
      Type.Object(
        {
          jurisdictions: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 200 }),
          ),
          provider: Type.Optional(Type.String({ maxLength: 100 })),
        },
        {
          additionalProperties: true,
          description: 'For example `{"jurisdictions": ["US-CA"], "provider": "manual"}`',
        },
      ),
    ),
    defaultJurisdictionCode: Type.Optional(
      orNull(Type.String(), "Written to the shop's tax settings"),
    ),
    wallet: Type.Optional(text('The merchant, if you are a member of several')),
  },
  { additionalProperties: true },
)
export type ReserveSettingsBody = Static<typeof ReserveSettingsBody>

export const ReserveSettingsStored = Type.Object({ ok: Type.Literal(true) })

export const HistoryQuery = Type.Object({
  days: integerText('1 to 400, today included, default 30', {
    minimum: 1,
    maximum: 400,
    default: 30,
  }),
})

export const ReserveHistory = namedObject('ReserveHistory', {
  history: Type.Array(
    namedObject('ReserveDay', {
      date: text('UTC, such as 2026-01-31'),
      currency: Type.String(),
      reserved: Type.Number(),
      target: Type.Number(),
      reservedAmount: amount('Exact decimal'),
      updatedAt: unixMs('when the balance was read'),
    }),
    { description: 'At most one entry per day and currency, oldest first' },
  ),
})
export type ReserveHistory = Static<typeof ReserveHistory>
