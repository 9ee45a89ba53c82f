import type { Address } from '../../../lib/hex.js'
import { isSenderFor, type RefundSenders } from '../confirm/refund-senders.js'
import type { TransferSums } from '../confirm/sum-transfers.js'

/** Units of a transaction that count for a refund of a merchant. */
export type TakenUnits = { merchant: Address; buyer: Address; token: Address; units: bigint }

/** The money of a transaction that refunds have not taken yet. It counts once per merchant. */
export type TransferPool = {
  remaining(of: Omit<TakenUnits, 'units'>): bigint
  take(transfers: readonly TakenUnits[]): void
}

/** Creates the pool of a transaction. Only wallets that send the merchant's refunds count. */
export function createTransferPool(transfers: TransferSums, senders: RefundSenders): TransferPool {
  // Many refunds can name one transaction, so each sum is computed once.
  const sums = new Map<string, bigint>()
  const keyOf = ({ merchant, buyer, token }: Omit<TakenUnits, 'units'>) =>
    `${merchant} ${buyer} ${token}`
  const remaining: TransferPool['remaining'] = ({ merchant, buyer, token }) => {
    const key = keyOf({ merchant, buyer, token })
    const cachedSum = sums.get(key)
    if (cachedSum !== undefined) return cachedSum
    const sum = (transfers.get(buyer) ?? [])
      .filter((transfer) => transfer.token === token)
      .filter(({ from }) => isSenderFor(senders, { wallet: from, merchant }))
      .reduce((total, { units }) => total + units, 0n)
    sums.set(key, sum)
    return sum
  }
  return {
    remaining,
    take(used) {
      for (const transfer of used) sums.set(keyOf(transfer), remaining(transfer) - transfer.units)
    },
  }
}
