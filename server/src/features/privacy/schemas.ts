import { type Static, Type } from 'typebox'
import {
  AnyFields,
  integer,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'

export const BuyerBody = namedObject(
  'NamedBuyer',
  {
    buyerWallet: Type.Optional(
      Type.String({ maxLength: 64, description: 'The wallet that the buyer paid with' }),
    ),
    email: Type.Optional(
      Type.String({ maxLength: 320, description: 'The e-mail address that receipts have' }),
    ),
    receiptId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'A receipt of the buyer, for data that no wallet or e-mail address finds',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 300, description: '`nextCursor` of the previous response' }),
    ),
    wallet: Type.Optional(
      Type.String({ maxLength: 64, description: 'The merchant to act for, if you have several' }),
    ),
  },
  {
    description:
      'Pass `buyerWallet`, `email`, `receiptId` or several of them. Data that matches any one counts.',
  },
)
export type BuyerBody = Static<typeof BuyerBody>

const nextCursor = orNull(text('Pass it as `cursor` to continue; null at the end'))

export const ExportedBuyer = okResponse(
  'ExportedBuyer',
  { exportedAt: Type.Integer(), data: AnyFields, nextCursor },
  {
    description:
      '`data` has a list for each section, such as `receipts`, `payments` and `events`. docs/privacy.md describes them.',
  },
)

export const ErasedBuyer = okResponse('ErasedBuyer', {
  receipts: integer('Receipts of the buyer that were examined'),
  erased: integer('Rows from which personal data was erased'),
  nextCursor,
})
