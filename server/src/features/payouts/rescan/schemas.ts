import { type Static, Type } from 'typebox'

export const RescanBody = Type.Object(
  {
    tokens: Type.Optional(
      Type.Any({ description: 'Addresses of up to 20 other tokens whose balances to read' }),
    ),
  },
  { title: 'Rescan' },
)
export type RescanBody = Static<typeof RescanBody>

const Balance = Type.Object(
  {
    depositAddress: Type.String({
      description: 'The address that holds it: the current one, or one of an earlier bill',
    }),
    token: Type.Union([Type.String(), Type.Null()], {
      description: 'Address of the token; null for the native coin',
    }),
    symbol: Type.Union([Type.String(), Type.Null()], {
      description: 'Null for a token that the service does not support',
    }),
    units: Type.String({ description: 'In the smallest unit of the token' }),
    amount: Type.Union([Type.String(), Type.Null()], {
      description:
        'The same amount as a decimal; null for a token that the service does not support',
    }),
    flushed: Type.Boolean({
      description: 'Whether a flush to the payout address is planned or under way',
    }),
  },
  { title: 'RescannedBalance' },
)

export const RescanResponse = Type.Object(
  {
    ok: Type.Literal(true),
    depositAddress: Type.String({ description: 'The current address of the receipt' }),
    balances: Type.Array(Balance, {
      description: 'Balances above zero. Money that is known as a payment is included.',
    }),
  },
  { title: 'RescanResponse' },
)
export type RescanResponse = Static<typeof RescanResponse>
