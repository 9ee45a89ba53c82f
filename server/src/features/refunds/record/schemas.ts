import { type Static, Type } from 'typebox'

const any = (description: string) => Type.Optional(Type.Any({ description }))

/** Validated in code, for better error messages than a schema gives. */
export const RefundBody = Type.Object(
  {
    receiptId: any('Required'),
    buyer: any('Required; the wallet that receives the refund'),
    usd: any('Required without items. With items, it must be what is left of them'),
    credit: any('true returns money that the receipt holds beyond its total. The status stays'),
    items: any(
      'The refunded items, each named by lineId, itemId, sku or label: [{lineId?, itemId?, sku?, label?, qty?, priceUsd?}]',
    ),
    txHash: any(
      'The transaction that paid the refund. Without it, the service looks for a token transfer to the buyer',
    ),
    reason: any('For the timeline'),
    restock: any(
      'true returns the items named by lineId, itemId or sku to stock, or everything with the last refund',
    ),
  },
  { title: 'RefundBody' },
)
export type RefundBody = Static<typeof RefundBody>
