import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import type { Place, Transfer } from '../../../platform/chain/logs/decode-logs.js'
import type { FoundDirectPayment } from './direct-payment-store.js'

/** An event that explains a transfer to a payout address. */
export type ExplainedTransfer = Place & { payoutAddress: Address; token: Address; units: BaseUnits }

/**
 * Finds tokens that were sent directly to a split. Per transaction, split and token it compares the
 * transfers with the events of the gateway and the charger for known receipts, which emit transfers
 * too.
 */
export function findDirectPayments(input: {
  /** Transfers to splits. */
  transfers: readonly Transfer[]
  /** Events whose receipt is known and that paid its payout address. */
  explained: readonly ExplainedTransfer[]
  splitOwners: ReadonlyMap<Address, Address>
  paidAt: (place: Place) => UnixMs
}): FoundDirectPayment[] {
  const explained = new Map<string, bigint>()
  for (const event of input.explained) {
    const key = keyOf(event, event.payoutAddress)
    explained.set(key, (explained.get(key) ?? 0n) + event.units)
  }
  return [...groupTransfers(input.transfers)].flatMap(([key, group]) => {
    const [first] = group
    const merchant = first && input.splitOwners.get(first.to)
    if (!merchant) return []
    const { to: split, from, units: _units, ...transfer } = first
    const unexplained =
      group.reduce((sum, { units }) => sum + units, 0n) - (explained.get(key) ?? 0n)
    // The gateway forwards the money of others.
    const isPayer =
      from !== paymentGateway.address && group.every((transfer) => transfer.from === from)
    return {
      ...transfer,
      merchant,
      split,
      units: baseUnits(unexplained > 0n ? unexplained : 0n),
      payer: isPayer ? from : null,
      paidAt: input.paidAt(first),
    }
  })
}

function groupTransfers(transfers: readonly Transfer[]): Map<string, Transfer[]> {
  const groups = new Map<string, Transfer[]>()
  for (const transfer of transfers) {
    const key = keyOf(transfer, transfer.to)
    const group = groups.get(key)
    if (group) group.push(transfer)
    else groups.set(key, [transfer])
  }
  return groups
}

function keyOf({ blockHash, transactionHash, token }: Place & { token: Address }, split: Address) {
  return `${blockHash} ${transactionHash} ${split} ${token}`
}
