import type { Hash } from '../../../lib/hex.js'
import type { Chain, Log } from '../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../platform/chain/contracts.js'
import { type Charged, decodeCharged, topics } from '../watch/decode-logs.js'
import { createLogReader } from '../watch/read-logs.js'
import { decodeIncoming } from '../watch/read-range.js'

/** How far back a charge is searched for, and how many blocks a request contains. */
const maxBlocks = 100_000n
const width = 2_000n

/** Returns the charges that the logs of a transaction report. */
export function readCharges(logs: readonly Log[]): Charged[] {
  return decodeIncoming(logs).charged
}

/** Finds the newest event of a charge on chain, or null. */
export async function findCharge(chain: Chain, chargeKey: Hash): Promise<Charged | null> {
  const latest = await chain.findBlock('latest')
  if (!latest) return null
  const fromBlock = latest.number > maxBlocks ? latest.number - maxBlocks : 0n
  const filter = {
    fromBlock,
    toBlock: latest.number,
    addresses: [subscriptionCharger.address],
    topics: [[topics.charged], [chargeKey]],
  }
  const logs = await createLogReader(chain, { width }).read([filter])
  const last = logs.at(-1)
  return last ? decodeCharged(last) : null
}
