import { type Static, Type } from 'typebox'
import {
  AnyFields,
  integer,
  namedObject,
  orNull,
  Signature,
  successResponse,
  text,
} from '../../../platform/http/schemas.js'
import { MerchantWallet } from '../schemas.js'

const signer = Type.String({
  maxLength: 100,
  description: 'The wallet that signs: one of `signers`. Default: the owner.',
})
const wholeNumber = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const PayoutQuery = Type.Object({
  signer: Type.Optional(signer),
  wallet: Type.Optional(MerchantWallet),
})

export const SetPayoutBody = namedObject('SetPayoutBody', {
  payout: Type.String({
    maxLength: 100,
    description: '`payout` of the signed message. The zero address restores that of each plan.',
  }),
  nonce: Type.Integer({ ...wholeNumber, description: '`nonce` of the signed message' }),
  deadline: Type.Integer({
    ...wholeNumber,
    description: '`deadline` of the signed message: Unix seconds',
  }),
  signature: Signature,
  signer: Type.Optional(signer),
  wallet: Type.Optional(MerchantWallet),
})
export type SetPayoutBody = Static<typeof SetPayoutBody>

export const PayoutResponse = successResponse('SubscriptionPayout', {
  signer: text('The wallet that signs'),
  signers: Type.Array(Type.String(), {
    description: 'The wallets in the terms of your plans, that of the newest plan first',
  }),
  override: orNull(text('Where all plans of the signer pay; null when each pays its own payout')),
  nonce: integer('The nonce of the next signature'),
  pending: orNull(text('The payout of a change that is under way')),
  newPlansPayout: text('The payout of new plans'),
  problem: orNull(text('Why your plans cannot be moved to that payout')),
  typedData: orNull(
    Type.Object(
      { domain: AnyFields, types: AnyFields, primaryType: Type.String(), message: AnyFields },
      {
        description:
          'EIP-712 message for `eth_signTypedData_v4` that moves all plans of the signer to that payout. Null with a `problem`.',
      },
    ),
  ),
})

export const PayoutChanged = successResponse('SubscriptionPayoutChanged', {
  signer: Type.String(),
  payout: Type.String(),
  nonce: Type.Integer(),
  status: Type.Enum(['pending', 'done'], {
    type: 'string',
    description: '`done` once the change is final on chain',
  }),
  txHash: orNull(Type.String()),
})
