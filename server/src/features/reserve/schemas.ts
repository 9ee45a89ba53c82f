import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { bases } from './recommend.js'

const amount = (description: string) => Type.String({ description })
const unixMs = (description: string) => Type.Integer({ description: `Unix ms: ${description}` })

const held = {
  releasable: Type.Number({ description: 'Due to the merchant from its splits' }),
  deposits: Type.Number({
    description: 'At deposit addresses of receipts, before the split takes the shares of others',
  }),
  wallet: Type.Number({ description: 'In the wallet that payouts go to' }),
}

export const ReserveBalances = Type.Object(
  {
    balances: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'USDC, USDT, EURC or ETH' }),
          reserved: Type.Number({ description: 'The sum of releasable, deposits and wallet' }),
          target: Type.Optional(
            Type.Number({ description: 'The recommendation for the last 30 days' }),
          ),
          ...held,
          amounts: Type.Object(
            {
              reserved: amount('Exact decimal'),
              releasable: amount('Exact decimal'),
              deposits: amount('Exact decimal'),
              wallet: amount('Exact decimal'),
            },
            { title: 'ReserveAmounts' },
          ),
        },
        { title: 'ReserveBalance' },
      ),
    ),
    updatedAt: unixMs('when the balances were read; 0 while the database is unavailable'),
    partial: Type.Optional(
      Type.Literal(true, {
        description: 'Not every split or deposit was read, because the merchant has too many',
      }),
    ),
    degraded: Type.Optional(Type.Literal(true)),
    reason: Type.Optional(Type.Literal('datastore_unavailable')),
  },
  { title: 'ReserveBalances' },
)
export type ReserveBalances = Static<typeof ReserveBalances>

export const RecommendQuery = Type.Object({
  windowDays: integerText('1 to 365, default 30', { minimum: 1, maximum: 365, default: 30 }),
})

const basis = Type.Enum(bases, { title: 'ReserveBasis', type: 'string' })

export const ReserveRecommendations = Type.Object(
  {
    recommendations: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'A token symbol, ETH, or USD for manual payments' }),
          target: Type.Number(),
          basis,
          targetAmount: amount('Exact decimal'),
          parts: Type.Array(
            Type.Object(
              {
                basis,
                component: Type.Optional(
                  Type.String({ description: 'Tax component, for tax_liability' }),
                ),
                target: Type.Number(),
              },
              { title: 'ReservePart' },
            ),
            { description: 'The amount of every heuristic' },
          ),
        },
        { title: 'ReserveRecommendation' },
      ),
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
  },
  { title: 'ReserveRecommendations' },
)
export type ReserveRecommendations = Static<typeof ReserveRecommendations>

export const ReserveSettingsBody = Type.Object(
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
      Type.Union([Type.String(), Type.Null()], {
        description: "Written to the shop's tax settings",
      }),
    ),
    wallet: Type.Optional(
      Type.String({ description: 'The merchant, if you are a member of several' }),
    ),
  },
  { title: 'ReserveSettings', additionalProperties: true },
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

export const ReserveHistory = Type.Object(
  {
    history: Type.Array(
      Type.Object(
        {
          date: Type.String({ description: 'UTC, such as 2026-01-31' }),
          currency: Type.String(),
          reserved: Type.Number(),
          target: Type.Number(),
          reservedAmount: amount('Exact decimal'),
          updatedAt: unixMs('when the balance was read'),
        },
        { title: 'ReserveDay' },
      ),
      { description: 'At most one entry per day and currency, oldest first' },
    ),
  },
  { title: 'ReserveHistory' },
)
export type ReserveHistory = Static<typeof ReserveHistory>
