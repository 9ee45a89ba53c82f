import type { Address, Hash } from '../../../lib/hex.js'
import type { Payout } from '../../payments/payment.js'

/** Money at a deposit address that is worth flushing to its payout address. */
export type WaitingDeposit = Payout & {
  merchant: Address
  address: Address
  receiptKey: Hash
  /** It may be at fault for the failure of a transaction with several flushes. */
  isSuspect: boolean
  /** Failures of the payout address since it last accepted the token. */
  failures: number
  /** Flushes to the payout address in flight. */
  inFlight: number
}

/**
 * How much of a flush runs code of the recipient: none (`safe`) for tokens, and for native token to
 * our splits; `wallet` for native token to other addresses, which can have code at any time;
 * `contract` if they have code now.
 */
export type Recipient = 'safe' | 'wallet' | 'contract'

/** Flushes per transaction. More would not be cheaper. */
const batchSize = 20
/** The limit of uncertain flushes in flight to one payout address, each in its own transaction. */
const maxUncertain = 5

/**
 * Chooses the flushes to plan, grouped by transaction. A transaction serves one merchant, whose
 * budget its gas counts against. Flushes that may fail or burn gas go alone, so that their cost is
 * known. A payout address that has failed, or has code, gets one at a time.
 */
export function chooseFlushes(
  waiting: readonly WaitingDeposit[],
  recipientOf: (flush: WaitingDeposit) => Recipient,
): WaitingDeposit[][] {
  const inFlight = new Map<string, number>()
  const singleFlushes: WaitingDeposit[][] = []
  const ordinaryFlushes: WaitingDeposit[] = []
  for (const flush of waiting) {
    const recipient = recipientOf(flush)
    const isOrdinary = recipient === 'safe' && flush.failures === 0 && !flush.isSuspect
    if (isOrdinary) {
      ordinaryFlushes.push(flush)
      continue
    }
    const payout = `${flush.payoutAddress} ${flush.token}`
    const count = inFlight.get(payout) ?? flush.inFlight
    const max = flush.failures > 0 || recipient === 'contract' ? 1 : maxUncertain
    if (count >= max) continue
    inFlight.set(payout, count + 1)
    singleFlushes.push([flush])
  }
  const merchants = [...new Set(ordinaryFlushes.map(({ merchant }) => merchant))]
  const batches = merchants.flatMap((merchant) =>
    batchesOf(ordinaryFlushes.filter((flush) => flush.merchant === merchant)),
  )
  return [...singleFlushes, ...batches]
}

function batchesOf(waiting: readonly WaitingDeposit[]): WaitingDeposit[][] {
  const count = Math.ceil(waiting.length / batchSize)
  return Array.from({ length: count }, (_, index) =>
    waiting.slice(index * batchSize, (index + 1) * batchSize),
  )
}
