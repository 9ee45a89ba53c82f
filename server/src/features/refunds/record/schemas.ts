import { type Static, Type } from 'typebox'
import { namedObject } from '../../../platform/http/schemas.js'

const any = (description: string) => Type.Optional(Type.Any({ description }))

/** Validated in code, for better error messages than a schema gives. */
export const RefundBody = namedObject('RefundBody', {
  receiptId: any('Required'),
  buyer: any('The wallet that receives the refund; required unless elsewhere is true'),
  usd: any('Required without items. With items, it must be what is left of them'),
  credit: any('true returns money that the receipt holds beyond its total. The status stays'),
  items: any(
    'The refunded items, each named by lineId, itemId, sku or label: [{lineId?, itemId?, sku?, label?, qty?, priceUsd?}]',
  ),
  txHash: any(
    'The transaction that paid the refund. Without it, the service looks for a token transfer to the buyer',
  ),
  refundId: any(
    'Names the transaction, txHash, of a refund that was recorded without one. Only receiptId and txHash are used with it',
  ),
  elsewhere: any(
    'true records money that you returned in cash or in another way, without a transaction',
  ),
  reason: any('For the timeline'),
  reservation: any('The reservation of the plan, which ends with the record'),
  approval: any(
    'At a register: {cashierId, pin} of a second cashier with the right refund, for more than refundLimitUsd of the shop',
  ),
  restock: any(
    'true returns the items named by lineId, itemId or sku to stock, or everything with the last refund',
  ),
})
export type RefundBody = Static<typeof RefundBody>
