import { Type } from 'typebox'
import {
  AnyFields,
  namedObject,
  okResponse,
  orNull,
  Signature,
  text,
} from '../../platform/http/schemas.js'

const Wallet = text('Checksummed address')
const NullableWallet = orNull(Type.String())
const NullableTime = orNull(Type.Integer())

export const OwnerResponse = okResponse('Owner', {
  merchant: Wallet,
  owner: Wallet,
  recoveryWallet: NullableWallet,
  recoveryRemovedAt: orNull(
    Type.Integer(),
    'When the removal of the recovery wallet takes effect: Unix ms; null if none is planned',
  ),
})

const TypedData = namedObject(
  'TypedData',
  {
    domain: AnyFields,
    types: AnyFields,
    primaryType: Type.String(),
    message: AnyFields,
  },
  { description: 'EIP-712 message for `eth_signTypedData_v4`' },
)

/** The action of a message, and the primary type that wallets sign. */
export const messageActions = {
  transfer: 'TransferOwnership',
  'register-recovery-wallet': 'RegisterRecoveryWallet',
  'remove-recovery-wallet': 'RemoveRecoveryWallet',
} as const

export const MessageQuery = Type.Object({
  action: Type.Enum(Object.keys(messageActions) as (keyof typeof messageActions)[], {
    type: 'string',
  }),
  other: text('The new owner, or the recovery wallet'),
})

export const MessageResponse = okResponse('OwnershipMessage', { typedData: TypedData })

const terms = {
  nonce: Type.String({ maxLength: 100, description: '`nonce` of the signed message' }),
  expiresAt: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: '`expiresAt` of the signed message: Unix ms, at most one day ahead',
  }),
}

export const TransferBody = Type.Object({
  newOwner: Type.String(),
  ...terms,
  ownerSignature: Signature,
  newOwnerSignature: Signature,
})

export const RegisterBody = Type.Object({
  recoveryWallet: Type.String(),
  ...terms,
  ownerSignature: Signature,
  recoverySignature: Signature,
})

export const RemoveBody = Type.Object({
  ...terms,
  ownerSignature: Type.Optional(Signature),
  recoverySignature: Type.Optional(Signature),
})

export const RecoverBody = Type.Object({
  merchant: text('Wallet of the merchant'),
  ...terms,
  signature: Signature,
})

export const Recoveries = okResponse('Recoveries', {
  recoveries: Type.Array(
    Type.Object({
      merchant: Wallet,
      owner: Wallet,
      recoveryRemovedAt: NullableTime,
      typedData: TypedData,
    }),
    { description: 'At most 100' },
  ),
})
