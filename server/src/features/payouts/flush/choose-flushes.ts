import type { Address, Hash } from '../../../lib/hex.js'
import type { Payout } from '../../payments/payment.js'

/** Money at a deposit address that is worth flushing to its payout address. */
export type Waiting = Payout & {
  merchant: Address
  address: Address
  receiptKey: Hash
  /** It may be at fault for the failure of a transaction with several flushes. */
  isSuspect: boolean
  /** Failures of the payout address since it last accepted the token. */
  failures: number
  /** Flushes to the payout address that are under way. */
  moving: number
}

/**
 * How much of a flush runs code of the recipient: none for tokens, and for coin to our splits; `wallet` for coin to other
 * addresses, which can have code at any time; `contract` if they have code now.
 */
export type Recipient = 'safe' | 'wallet' | 'contract'

/** Flushes per transaction. More would not be cheaper. */
const batchSize = 20
/** How many uncertain flushes to one payout address may be under way, each in a transaction of its own. */
const atOnce = 5

/**
 * Chooses the flushes to plan, grouped by transaction. A transaction serves one merchant, whose budget its gas counts
 * against. Flushes that may fail or burn gas go alone, so that their cost is known. A payout address that has failed, or
 * has code, gets one at a time.
 */
export function chooseFlushes(
  waiting: readonly Waiting[],
  recipientOf: (one: Waiting) => Recipient,
): Waiting[][] {
  const moving = new Map<string, number>()
  const alone: Waiting[][] = []
  const together: Waiting[] = []
  for (const one of waiting) {
    const recipient = recipientOf(one)
    const isOrdinary = recipient === 'safe' && one.failures === 0 && !one.isSuspect
    if (isOrdinary) {
      together.push(one)
      continue
    }
    const payout = `${one.payoutAddress} ${one.token}`
    const count = moving.get(payout) ?? one.moving
    const most = one.failures > 0 || recipient === 'contract' ? 1 : atOnce
    if (count >= most) continue
    moving.set(payout, count + 1)
    alone.push([one])
  }
  const merchants = [...new Set(together.map(({ merchant }) => merchant))]
  const batches = merchants.flatMap((merchant) =>
    batchesOf(together.filter((one) => one.merchant === merchant)),
  )
  return [...alone, ...batches]
}

function batchesOf(waiting: readonly Waiting[]): Waiting[][] {
  const count = Math.ceil(waiting.length / batchSize)
  return Array.from({ length: count }, (_, index) =>
    waiting.slice(index * batchSize, (index + 1) * batchSize),
  )
}
