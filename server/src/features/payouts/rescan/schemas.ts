import { type Static, Type } from 'typebox'
import { boolean, namedObject, okResponse, orNull, text } from '../../../platform/http/schemas.js'

export const RescanBody = namedObject('Rescan', {
  tokens: Type.Optional(
    Type.Any({ description: 'Addresses of up to 20 other tokens whose balances to read' }),
  ),
})
export type RescanBody = Static<typeof RescanBody>

export const RescanJobBody = namedObject('RescanJobBody', {
  receiptIds: Type.Array(text('The id of a receipt'), { minItems: 1, maxItems: 200 }),
})

const Balance = namedObject('RescannedBalance', {
  depositAddress: text('The address that holds it: the current one, or one of an earlier bill'),
  token: orNull(Type.String(), 'Address of the token; null for the native token'),
  symbol: orNull(Type.String(), 'Null for a token that the service does not support'),
  units: text('In the smallest unit of the token'),
  amount: orNull(
    Type.String(),
    'The same amount as a decimal; null for a token that the service does not support',
  ),
  flushed: boolean('Whether a flush to the payout address is planned or under way'),
})

export const RescanResponse = okResponse('RescanResponse', {
  depositAddress: text('The current address of the receipt'),
  balances: Type.Array(Balance, {
    description: 'Balances above zero. Money that is known as a payment is included.',
  }),
})
export type RescanResponse = Static<typeof RescanResponse>
