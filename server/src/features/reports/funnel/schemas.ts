import { type Static, Type } from 'typebox'
import { integer, namedObject, number, okResponse } from '../../../platform/http/schemas.js'
import { daySpan } from '../schemas.js'

export const FunnelResponse = okResponse('Funnel', {
  ...daySpan,
  created: integer('Receipts created in the range, except charges of subscriptions'),
  steps: Type.Array(
    namedObject('FunnelStep', {
      step: Type.Enum(['link_opened', 'buyer_logged_in', 'checkout_initialized', 'paid'], {
        type: 'string',
      }),
      count: integer('Receipts that reached the step, at any time'),
      rate: number('Share of created, 0 to 1'),
    }),
  ),
  failures: Type.Array(
    namedObject('FunnelFailure', {
      failureCode: Type.String(),
      failureCategory: Type.String(),
      count: integer('Receipts whose last failure has the code'),
    }),
    { description: 'The most frequent first' },
  ),
})
export type FunnelResponse = Static<typeof FunnelResponse>
