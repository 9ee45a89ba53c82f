import type { Address } from '../../src/lib/hex.js'
import { print } from '../statistics.js'
import { fillReceipts } from './fill-receipts.js'

/** Returns work that stores receipts before a measurement, as a shop in use has them. */
export const storeReceipts =
  (receipts: number) =>
  async (dataDir: string, merchant: Address): Promise<void> => {
    if (receipts === 0) return
    print(`Storing ${receipts.toLocaleString('en')} receipts ...`)
    const { seconds, bytes } = await fillReceipts(dataDir, { merchant, from: 1, to: receipts })
    print(`Stored them in ${seconds.toFixed(0)} s, ${(bytes / 1e9).toFixed(1)} GB.`)
  }
