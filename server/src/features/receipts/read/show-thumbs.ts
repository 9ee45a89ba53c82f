import type { TxContext } from '../../../platform/context.js'
import { loadThumbs, type ThumbOf, withoutThumbs } from '../../media/load-thumbs.js'
import type { ReceiptLine } from '../receipt.js'

type Pictured = { lines: readonly Pick<ReceiptLine, 'thumb'>[] }

/** Returns the thumbnails of receipts, or none when the query asks for none with `thumbs=0`. */
export function showThumbs(
  ctx: Pick<TxContext, 'db' | 'memory'>,
  receipts: readonly Pictured[],
  { thumbs }: { thumbs?: string | undefined },
): ThumbOf | Promise<ThumbOf> {
  if (thumbs === '0') return withoutThumbs
  return loadThumbs(
    ctx,
    receipts.flatMap(({ lines }) => lines.map(({ thumb }) => thumb)),
  )
}
