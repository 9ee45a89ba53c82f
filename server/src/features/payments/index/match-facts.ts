import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import type {
  Charged,
  Received,
  Released,
  Transfer,
} from '../../../platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { FoundRelease, ReceiptRef } from '../payment.js'
import type { FoundDirectPayment } from './direct-payment-store.js'
import { type ExplainedTransfer, findDirectPayments } from './find-direct-payments.js'
import type { FoundPayment } from './found-payment-store.js'
import type { Arrival } from './payment-state-store.js'
import type { WatchedDeposit } from './watch-list.js'

/** A deposit with its receipt key. */
type KeyedDeposit = WatchedDeposit & { receiptKey: Hash; address: Address }

/** A receipt that a charge pays, and the wallet that gets the fee. */
type ChargedReceipt = ReceiptRef & { feeAccount: Address }

export type MatchedFacts = {
  payments: FoundPayment[]
  arrivals: Arrival[]
  directPayments: FoundDirectPayment[]
  releases: FoundRelease[]
}

/**
 * Assigns on-chain events to receipts and splits. Drops the others: anyone may send anywhere and
 * use any key.
 */
export function matchFacts(
  facts: {
    transfers: readonly Transfer[]
    received: readonly Received[]
    charged: readonly Charged[]
    released: readonly Released[]
    timestamps: ReadonlyMap<bigint, bigint>
  },
  lookups: {
    findDeposit: (address: Address) => WatchedDeposit | null
    byKey: readonly KeyedDeposit[]
    byChargeKey: ReadonlyMap<Hash, ChargedReceipt>
    splitOwners: ReadonlyMap<Address, Address>
    /** Anyone may send other tokens through a split. */
    isSupported: (token: Address) => boolean
  },
): MatchedFacts {
  const paidAt = ({ blockNumber }: { blockNumber: bigint }): UnixMs =>
    unixMs(Number(facts.timestamps.get(blockNumber) ?? 0n) * 1_000)
  const matched: MatchedFacts = { payments: [], arrivals: [], directPayments: [], releases: [] }

  for (const { to, from, ...transfer } of facts.transfers) {
    const deposit = lookups.findDeposit(to)
    if (!deposit) continue
    // Minted tokens have no sender, and the gateway forwards the money of others.
    const payer = BigInt(from) === 0n || from === paymentGateway.address ? null : from
    const sides = { payer, depositAddress: to, mismatch: null }
    matched.payments.push({
      ...transfer,
      ...deposit,
      ...sides,
      kind: 'deposit',
      paidAt: paidAt(transfer),
    })
  }

  const deposits = new Map<Hash, KeyedDeposit[]>()
  for (const deposit of lookups.byKey) {
    deposits.set(deposit.receiptKey, [...(deposits.get(deposit.receiptKey) ?? []), deposit])
  }
  const explained: ExplainedTransfer[] = []
  for (const event of facts.received) {
    const candidates = deposits.get(event.receiptKey) ?? []
    const deposit = candidates.find(({ payoutAddress }) => payoutAddress === event.payoutAddress)
    const receipt = deposit ?? candidates[0]
    if (!receipt) continue

    if (deposit) explained.push(event)
    const isFlush = event.payer === deposit?.address
    if (isFlush && event.token !== nativeToken) {
      const { merchant, receiptId, address: depositAddress } = deposit
      const { receiptKey: _key, payer: _payer, ...flush } = event
      matched.arrivals.push({
        ...flush,
        merchant,
        receiptId,
        depositAddress,
        paidAt: paidAt(event),
      })
      continue
    }
    const { receiptKey: _key, ...found } = event
    matched.payments.push({
      ...found,
      merchant: receipt.merchant,
      receiptId: receipt.receiptId,
      kind: isFlush ? 'native' : 'gateway',
      payer: isFlush ? null : event.payer,
      depositAddress: isFlush ? deposit.address : null,
      mismatch: deposit ? null : 'wrong_payout',
      paidAt: paidAt(event),
    })
  }

  for (const event of facts.charged) {
    const receipt = lookups.byChargeKey.get(event.chargeKey)
    if (!receipt) continue
    // Money redirected to the split of another merchant is a direct payment for that merchant.
    const payoutOwner = lookups.splitOwners.get(event.payoutAddress) ?? receipt.merchant
    if (payoutOwner === receipt.merchant) explained.push(event)
    matched.payments.push(chargePaymentOf(event, { receipt, paidAt: paidAt(event) }))
  }

  const { splitOwners } = lookups
  const toSplits = facts.transfers.filter(({ to }) => splitOwners.has(to))
  matched.directPayments = findDirectPayments({
    transfers: toSplits,
    explained,
    splitOwners,
    paidAt,
  })

  for (const release of facts.released) {
    const merchant = splitOwners.get(release.split)
    if (!merchant || !lookups.isSupported(release.token)) continue
    matched.releases.push({ ...release, merchant })
  }
  return matched
}

/** The payment is the whole charge. Its fee reached the platform with it, or is owed to it. */
function chargePaymentOf(
  { chargeKey: _key, spender: _spender, feeUnits: paidUnits, owedUnits, ...event }: Charged,
  { receipt, paidAt }: { receipt: ChargedReceipt; paidAt: UnixMs },
): FoundPayment {
  const { merchant, receiptId, feeAccount } = receipt
  const feeUnits = baseUnits(paidUnits + owedUnits)
  return {
    ...event,
    merchant,
    receiptId,
    kind: 'charge',
    units: baseUnits(event.units + feeUnits),
    depositAddress: null,
    mismatch: null,
    paidAt,
    chargeFee: feeUnits > 0n ? { account: feeAccount, units: feeUnits, owedUnits } : null,
  }
}
