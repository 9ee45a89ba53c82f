import { DAY_MS, unixMs } from '../../../lib/time.js'
import type { Block, MinedTransaction } from '../../../platform/chain/chain.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { senderRules } from '../../../platform/chain/outgoing/sender-rules.js'
import type { TxContext } from '../../../platform/context.js'
import { watchDeposit } from '../../receipts/create/watch-deposit.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findAsset } from '../asset.js'
import { listByChargeKey } from '../charges/charge-receipt-store.js'
import { findCursor } from '../cursor-store.js'
import { extendBalanceWatch } from '../quote/balance-watch-store.js'
import { reverseDirectPayments } from '../settle/book-direct-payments.js'
import { raiseVersions } from '../settlement-store.js'
import { decodeTransfer } from '../watch/decode-logs.js'
import { listByKey, listSplitOwners } from '../watch/deposit-store.js'
import { saveDirectPayments } from '../watch/direct-payment-store.js'
import { type Matched, matchFacts } from '../watch/match-facts.js'
import { confirmPayments } from '../watch/payment-state-store.js'
import { decodeIncoming } from '../watch/read-range.js'
import { markPaidOut } from '../watch/release-store.js'
import { savePayments } from '../watch/save-payments.js'

type Paying = { receipt: Receipt; deposit: Deposit; transaction: MinedTransaction; block: Block }

/**
 * Saves the payments of an announced transaction as the indexer would, and marks the receipt for settlement. The indexer
 * misses transfers to addresses that are no longer watched. The address is watched again, because money goes there. The
 * caller's transaction has locked the cursor.
 */
export async function saveAnnouncedPayments(ctx: TxContext, paying: Paying): Promise<void> {
  const { receipt, deposit } = paying
  const { chainId } = ctx.config
  await watchDeposit(ctx, { receipt, deposit })
  await extendBalanceWatch(ctx.db, { deposit, until: unixMs(ctx.now() + DAY_MS) })
  const cursor = await findCursor(ctx.db, chainId)
  if (!cursor) return

  const upTo = cursor.number - BigInt(senderRules(ctx.config).confirmations) + 1n
  const matched = await matchPayments(ctx, paying)
  // Before payments, because settlement locks splits before payments too.
  await updateDirectPayments(ctx, { matched, transaction: paying.transaction })
  const { added, changed } = await savePayments(ctx, { ...matched, knownUpTo: upTo })
  if (changed.length === 0) return
  const splits = [...new Set(added.map(({ payoutAddress }) => payoutAddress))]
  changed.push(...(await markPaidOut(ctx.db, { chainId, splits })))
  changed.push(...(await confirmPayments(ctx.db, { chainId, upTo })))
  await raiseVersions(ctx.db, changed)
}

/**
 * Updates the direct payments of the transaction. If the indexer missed an event of the gateway, it took the money for a
 * direct payment. The part that the event explains is reversed, and only the rest is saved again.
 */
async function updateDirectPayments(
  ctx: TxContext,
  { matched, transaction }: { matched: Matched; transaction: MinedTransaction },
): Promise<void> {
  const { chainId } = ctx.config
  const save = () =>
    saveDirectPayments(ctx.db, { chainId, found: matched.directPayments, now: ctx.now() })
  await save()
  await reverseDirectPayments(ctx, transaction.hash)
  // A changed amount is saved only once the former one is reversed.
  await save()
}

/** Matches the transaction with receipts and splits. Counts the events for other receipts too, as the indexer does. */
async function matchPayments(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { receipt, deposit, transaction, block }: Paying,
): Promise<Matched> {
  const { chainId } = ctx.config
  const { merchant, id: receiptId } = receipt
  const { payoutAddress } = deposit
  const isKnown = ({ token }: { token: Deposit['address'] }) => findAsset(chainId, token) !== null
  const { received, charged } = decodeIncoming(transaction.logs)
  const keys = [...new Set([deposit.receiptKey, ...received.map(({ receiptKey }) => receiptKey)])]
  const transfers = transaction.logs.flatMap((log) => decodeTransfer(log) ?? []).filter(isKnown)
  const receivers = [...new Set(transfers.map(({ to }) => to))]
  return matchFacts(
    {
      transfers,
      received,
      charged,
      released: [],
      timestamps: new Map([[block.number, block.timestampSeconds]]),
    },
    {
      findDeposit: (address) =>
        address === deposit.address ? { merchant, receiptId, payoutAddress } : null,
      byKey: await listByKey(ctx.db, { chainId, keys }),
      byChargeKey: await listByChargeKey(ctx.db, {
        chainId,
        keys: charged.map(({ chargeKey }) => chargeKey),
      }),
      splitOwners: await listSplitOwners(ctx.db, { chainId, addresses: receivers }),
      isSupported: () => false,
    },
  )
}
