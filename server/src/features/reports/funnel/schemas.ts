import { type Static, Type } from 'typebox'
import { daySpan } from '../schemas.js'

export const FunnelResponse = Type.Object(
  {
    ok: Type.Literal(true),
    ...daySpan,
    created: Type.Integer({
      description: 'Receipts created in the range, except charges of subscriptions',
    }),
    steps: Type.Array(
      Type.Object(
        {
          step: Type.Enum(['link_opened', 'buyer_logged_in', 'checkout_initialized', 'paid'], {
            type: 'string',
          }),
          count: Type.Integer({ description: 'Receipts that reached the step, at any time' }),
          rate: Type.Number({ description: 'Share of created, 0 to 1' }),
        },
        { title: 'FunnelStep' },
      ),
    ),
    failures: Type.Array(
      Type.Object(
        {
          failureCode: Type.String(),
          failureCategory: Type.String(),
          count: Type.Integer({ description: 'Receipts whose last failure has the code' }),
        },
        { title: 'FunnelFailure' },
      ),
      { description: 'The most frequent first' },
    ),
  },
  { title: 'Funnel' },
)
export type FunnelResponse = Static<typeof FunnelResponse>
