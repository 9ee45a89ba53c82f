import { type Static, Type } from 'typebox'
import { NetworkSchema } from '../../../platform/chain/networks.js'
import {
  boolean,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../../platform/http/schemas.js'

export const RefundPlanBody = namedObject('RefundPlanBody', {
  receiptId: Type.Optional(Type.Any({ description: 'Required' })),
  usd: Type.Optional(
    Type.Any({
      description:
        'Defaults to what is left of the items, or to the whole remaining amount or credit',
    }),
  ),
  items: Type.Optional(
    Type.Any({
      description:
        'Items to refund, each named by lineId, itemId, sku or label: [{lineId?, itemId?, sku?, label?, qty?, priceUsd?}]',
    }),
  ),
  credit: Type.Optional(Type.Any({ description: 'true plans a return of money beyond the total' })),
  payers: Type.Optional(Type.Any({ description: 'Unverified payers that you confirm: [address]' })),
  buyer: Type.Optional(Type.Any({ description: 'Another wallet that receives the whole refund' })),
  refundId: Type.Optional(
    Type.Any({
      description:
        'Plans the transfers of a refund that was recorded without a transaction, instead of a new one',
    }),
  ),
  sending: Type.Optional(
    Type.Any({
      description:
        'true before you send the transfers: you then need the right refunds:write and, above refundLimitUsd of the shop, a recent sign-in',
    }),
  ),
  reservation: Type.Optional(
    Type.Any({
      description:
        'With sending: 8 to 64 letters, digits, - or _ that you choose. While you sign, others with another reservation get 409 conflict. Send it again to renew it',
    }),
  ),
})
export type RefundPlanBody = Static<typeof RefundPlanBody>

const amount = {
  token: text('Token contract; the zero address for the native token'),
  units: text('In the smallest unit of the token'),
  symbol: orNull(text('USDC, USDT, EURC or ETH')),
  decimals: Type.Integer(),
  amount: text('As a decimal'),
  usd: number('Its part of the refund'),
  paid: boolean('Whether this wallet paid the receipt'),
}

const PlannedTransfer = namedObject('PlannedTransfer', {
  to: text('The wallet that paid, or `buyer` of the request'),
  ...amount,
  calldata: text(
    'Calldata to send to the token; 0x for the native token, which you send to the wallet itself',
  ),
  uri: text('The same transfer as a payment link (EIP-681)'),
})
export type PlannedTransfer = Static<typeof PlannedTransfer>

const RefundPlan = namedObject('RefundPlan', {
  chainId: Type.Integer({ description: 'The chain of the transfers' }),
  network: NetworkSchema,
  usd: number('Total of the refund'),
  tax: number('Tax included in usd'),
  fee: number('Processing fee included in usd'),
  shares: Type.Optional(
    Type.Array(
      Type.Object({ address: Type.String(), token: Type.String(), units: Type.String() }),
      {
        description:
          'The share that each split recipient received; only for people with the right split:read',
      },
    ),
  ),
  transfers: Type.Array(PlannedTransfer),
  unverifiedPayers: Type.Array(
    namedObject('UnverifiedPayer', {
      address: Type.String(),
      ...amount,
    }),
    {
      description:
        'Payers that never signed for this receipt, such as exchanges, and their parts of the refund. They have no transfer until you list them in `payers`, or name another wallet in `buyer`',
    },
  ),
  note: Type.Optional(text('Why the transfers do not cover the whole refund')),
})
export type RefundPlan = Static<typeof RefundPlan>

/** A plan with the shares of the split, which not everyone who plans refunds may read. */
export type WholePlan = Omit<RefundPlan, 'network'> & Required<Pick<RefundPlan, 'shares'>>

export const RefundPlanResponse = okResponse('RefundPlanResponse', {
  plan: RefundPlan,
  reservation: Type.Optional(
    namedObject('RefundReservation', {
      key: text('The reservation of the request'),
      expiresAt: Type.Integer({ description: 'Unix ms' }),
    }),
  ),
})

export const ReservationQuery = Type.Object({
  receiptId: Type.Optional(text('Required')),
  reservation: Type.Optional(text('The reservation of the plan. Others stay')),
})
