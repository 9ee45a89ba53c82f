import type { Address } from '../../../lib/hex.js'
import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { decodeTransfer } from '../../../platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../../platform/chain/tokens.js'

/** The units of one token that a wallet received from another in a transaction. */
type TransferSum = { token: Address; from: Address; to: Address; units: bigint }

/** The money that a transaction moved, by receiver. */
export type TransferSums = ReadonlyMap<Address, readonly TransferSum[]>

/** Sums the money that a transaction moved, by token, sender and receiver. Empty if it failed. */
export function sumTransfers({ isSuccess, from, to, value, logs }: MinedTransaction): TransferSums {
  const sums = new Map<string, TransferSum>()
  const add = (transfer: TransferSum) => {
    const key = `${transfer.token} ${transfer.from} ${transfer.to}`
    const sum = sums.get(key)
    if (sum) sum.units += transfer.units
    else sums.set(key, transfer)
  }
  if (isSuccess && to !== null) add({ token: nativeToken, from, to, units: value })
  for (const log of isSuccess ? logs : []) {
    const transfer = decodeTransfer(log)
    if (!transfer) continue
    const { token, units } = transfer
    add({ token, from: transfer.from, to: transfer.to, units })
  }
  const byReceiver = new Map<Address, TransferSum[]>()
  for (const sum of sums.values()) byReceiver.set(sum.to, [])
  for (const sum of sums.values()) byReceiver.get(sum.to)?.push(sum)
  return byReceiver
}
