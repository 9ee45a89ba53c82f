import type { Hash } from '../../../../lib/hex.js'
import type { Chain, Log } from '../../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../../platform/chain/contracts.js'
import { type Charged, decodeCharged, topics } from '../../../../platform/chain/logs/decode-logs.js'
import type { TxContext } from '../../../../platform/context.js'
import { createLogReader } from '../read-logs.js'
import { decodeIncoming } from '../read-range.js'
import type { ChargeReceipt, PaidCharge } from './charge-receipt.js'
import {
  insertChargeReceipts,
  listByChargeKey,
  listConfirmed,
  listOrphaned,
} from './charge-receipt-store.js'

/**
 * Records which receipts the charges of subscriptions pay. From then on the watcher credits a
 * charge to its receipt. Call it in the transaction that plans the charges.
 */
export async function expectCharges(
  ctx: Pick<TxContext, 'db'>,
  charges: readonly ChargeReceipt[],
): Promise<void> {
  await insertChargeReceipts(ctx.db, charges)
}

/** Returns the id of the receipt that a charge pays, or null when it is not expected. */
export async function findExpected(
  { db, config: { chainId } }: Pick<TxContext, 'db' | 'config'>,
  chargeKey: Hash,
): Promise<string | null> {
  const receipts = await listByChargeKey(db, { chainId, keys: [chargeKey] })
  return receipts.get(chargeKey)?.receiptId ?? null
}

/** Lists charges whose payment a reorg removed, ordered by key, after one of them. */
export function listLostCharges(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  page: { after: Hash | null; limit: number },
): Promise<Hash[]> {
  return listOrphaned(db, { chainId: config.chainId, ...page })
}

/** Maps charges whose payment is confirmed to it. The others are absent. */
export function listPaidCharges(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  chargeKeys: readonly Hash[],
): Promise<Map<Hash, PaidCharge>> {
  return listConfirmed(db, { chainId: config.chainId, chargeKeys })
}

/**
 * The ranges of blocks in which a charge is searched for, from the newest block back. A charge that
 * is searched for is nearly always recent.
 */
const spans = [2_000n, 8_000n, 20_000n, 30_000n, 40_000n]

/** Returns the charges that the logs of a transaction report. */
export function readCharges(logs: readonly Log[]): Charged[] {
  return decodeIncoming(logs).charged
}

/** Finds the newest event of a charge on chain, or null. */
export async function findCharge(chain: Chain, chargeKey: Hash): Promise<Charged | null> {
  const latest = await chain.findBlock('latest')
  let toBlock = latest?.number ?? -1n
  for (const width of spans) {
    if (toBlock < 0n) return null
    const fromBlock = toBlock >= width ? toBlock - width + 1n : 0n
    const filter = {
      fromBlock,
      toBlock,
      addresses: [subscriptionCharger.address],
      topics: [[topics.charged], [chargeKey]],
    }
    const logs = await createLogReader(chain, { width }).read([filter])
    const last = logs.at(-1)
    if (last) return decodeCharged(last)
    toBlock = fromBlock - 1n
  }
  return null
}
