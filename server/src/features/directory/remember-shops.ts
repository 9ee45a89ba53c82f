import type { TxContext } from '../../platform/context.js'
import { findShopsVersion, listShops } from '../shop/list-shops.js'

/** A larger directory is searched only while the process that has it in memory runs. */
const maxBatches = 10

/** Reads the shops of the directory, for a process that starts during an outage. */
export async function rememberShops(ctx: TxContext): Promise<void> {
  await findShopsVersion(ctx)
  let batches = 0
  for await (const _ of listShops(ctx)) {
    batches += 1
    if (batches === maxBatches) return
  }
}
