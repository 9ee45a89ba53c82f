import { formatCsvRow } from '../../../lib/format-csv.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Item } from '../item.js'
import { withImageUrls } from '../show-images.js'
import { listItemsAfter } from '../store.js'
import { csvColumns } from './columns.js'

const batchSize = 500

/** Yields a merchant's items as CSV in batches by SKU. Importing the file changes nothing. */
export async function* exportItems(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): AsyncGenerator<string> {
  let written = formatCsvRow(csvColumns.map(({ name }) => name))
  for (let last = ''; ; ) {
    // Nothing is sent before the first batch is read, so that a failure can still set the response
    // status.
    const items = await listItemsAfter(ctx.db, { merchant, sku: last, limit: batchSize })
    yield written + items.map((item) => formatItem(withImageUrls(ctx.config, item))).join('')
    if (items.length < batchSize) return
    last = items.at(-1)?.sku ?? last
    written = ''
  }
}

function formatItem(item: Item): string {
  return formatCsvRow(csvColumns.map(({ write }) => write(item)))
}
