import type { Address } from '../../../lib/hex.js'
import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { decodeTransfer } from '../watch/decode-logs.js'

/** The units of one token that a wallet received from another in a transaction. */
type Gift = { token: Address; from: Address; to: Address; units: bigint }

/** The money that a transaction moved, by receiver. */
export type Gifts = ReadonlyMap<Address, readonly Gift[]>

/** Sums the money that a transaction moved by token, giver and receiver. Empty for a failed transaction. */
export function sumGifts({ isSuccess, from, to, value, logs }: MinedTransaction): Gifts {
  const sums = new Map<string, Gift>()
  const add = (gift: Gift) => {
    const key = `${gift.token} ${gift.from} ${gift.to}`
    const known = sums.get(key)
    if (known) known.units += gift.units
    else sums.set(key, gift)
  }
  if (isSuccess && to !== null) add({ token: nativeToken, from, to, units: value })
  for (const log of isSuccess ? logs : []) {
    const transfer = decodeTransfer(log)
    if (!transfer) continue
    const { token, units } = transfer
    add({ token, from: transfer.from, to: transfer.to, units })
  }
  const gifts = new Map<Address, Gift[]>()
  for (const gift of sums.values()) gifts.set(gift.to, [])
  for (const gift of sums.values()) gifts.get(gift.to)?.push(gift)
  return gifts
}
