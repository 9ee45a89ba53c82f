import { type Static, Type } from 'typebox'
import { checksumAddress } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { integer, number, orNull } from '../../../platform/http/schemas.js'
import type { Quantity } from '../../inventory/stock/stock.js'
import type { Receipt } from '../receipt.js'

/** The data of a `receipt.oversold` event. */
export const OversoldEvent = Type.Object({
  receiptId: Type.String(),
  merchantWallet: Type.String(),
  oversold: Type.Array(
    Type.Object({
      itemId: Type.String(),
      sku: orNull(Type.String()),
      missing: number('The quantity that is not in stock'),
    }),
    { description: 'The items of which too little is in stock' },
  ),
  timestamp: integer('Unix ms'),
  brandKey: Type.String(),
})
type OversoldEvent = Static<typeof OversoldEvent>

/** Returns the data of the event for a receipt that was accepted without the database. */
export function describeOversold(
  { id, merchant, lines }: Pick<Receipt, 'id' | 'merchant' | 'lines'>,
  { oversold, at, brandKey }: { oversold: readonly Quantity[]; at: UnixMs; brandKey: string },
): OversoldEvent {
  const skus = new Map(lines.map(({ itemId, sku }) => [itemId, sku]))
  return {
    receiptId: id,
    merchantWallet: checksumAddress(merchant),
    oversold: oversold.map(({ itemId, qty }) => ({
      itemId,
      sku: skus.get(itemId) ?? null,
      missing: qty,
    })),
    timestamp: at,
    brandKey,
  }
}
