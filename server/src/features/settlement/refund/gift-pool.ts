import type { Address } from '../../../lib/hex.js'
import { isSenderFor, type RefundSenders } from './refund-senders.js'
import type { Gifts } from './sum-gifts.js'

/** Units of a transaction that count for a refund of a merchant. */
export type Given = { merchant: Address; buyer: Address; token: Address; units: bigint }

/** The money of a transaction that refunds have not taken yet. It counts once per merchant. */
export type GiftPool = {
  left(of: Omit<Given, 'units'>): bigint
  take(given: readonly Given[]): void
}

/** Creates the pool of a transaction. Only money from wallets that send the merchant's refunds counts. */
export function createGiftPool(gifts: Gifts, senders: RefundSenders): GiftPool {
  // Many refunds can name one transaction, so each sum is computed once.
  const sums = new Map<string, bigint>()
  const keyOf = ({ merchant, buyer, token }: Omit<Given, 'units'>) =>
    `${merchant} ${buyer} ${token}`
  const left: GiftPool['left'] = ({ merchant, buyer, token }) => {
    const key = keyOf({ merchant, buyer, token })
    const known = sums.get(key)
    if (known !== undefined) return known
    const sum = (gifts.get(buyer) ?? [])
      .filter((gift) => gift.token === token)
      .filter(({ from }) => isSenderFor(senders, { wallet: from, merchant }))
      .reduce((total, { units }) => total + units, 0n)
    sums.set(key, sum)
    return sum
  }
  return {
    left,
    take(given) {
      for (const one of given) sums.set(keyOf(one), left(one) - one.units)
    },
  }
}
