import { checksumAddress, type Hash } from '../../../../lib/hex.js'
import { mapConcurrent } from '../../../../lib/map-concurrent.js'
import { isExpired, statusFacts } from '../../../../lib/receipt-statuses.js'
import { unixMs } from '../../../../lib/time.js'
import { findAsset } from '../../../../platform/chain/assets/asset.js'
import type { Chain, MinedTransaction } from '../../../../platform/chain/chain.js'
import { isChainFailure } from '../../../../platform/chain/chain-failures.js'
import { type Deposit, depositOf } from '../../../../platform/chain/deposit-address.js'
import { nativeToken } from '../../../../platform/chain/tokens.js'
import type { Context, TxContext } from '../../../../platform/context.js'
import { createParts, isItsOwnFailure } from '../../../../platform/jobs/isolate.js'
import { holdForMined } from '../../../holds/firm-holds.js'
import { findReceipt, lockReceipt } from '../../../receipts/read/get-receipt.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { addPaymentNote } from '../../../receipts/status/add-timeline-entry.js'
import { moveReceipt } from '../../../receipts/status/move-receipt.js'
import {
  type AnnouncedTransaction,
  dismissUnrecorded,
  hasPayment,
  listDue,
  postponeAnnounced,
  resolveAnnounced,
} from '../../announced-transaction-store.js'
import { findChargeKey } from '../../index/charges/charge-receipt-store.js'
import { isIndexed, lockCursor } from '../../index/cursor-store.js'
import { listDeposits } from '../../index/deposit-store.js'
import { namePayers } from '../../index/native-payer-store.js'
import type { PayoutRecords } from '../../payment.js'
import { raiseVersions } from '../../settlement-store.js'
import {
  type AnnouncedEffect,
  classifyAnnouncedTransaction,
  coinOf,
  listUnknownTokens,
} from './classify-announced-transaction.js'
import { holdForPending } from './hold-for-pending.js'
import { paysHalf } from './pays-half.js'
import { lostAfterMs, nextTryAt } from './retry-times.js'
import { saveAnnouncedPayments } from './save-transaction.js'

/** Anyone can announce transactions, and every lookup costs a call to the node. */
const perRound = 20
const callsAtOnce = 8
/** How many unknown tokens of a transaction a timeline names. Tokens cost an attacker nothing. */
const maxNoted = 5

/**
 * Looks up the transactions that buyers announced, as far as they are due. Saves the sender, and the payments that the
 * indexer did not find. A reverted transaction ends the attempt of the checkout that announced it.
 */
export async function checkAnnouncedTransactions(
  ctx: Context,
  chain: Chain,
  records: PayoutRecords,
): Promise<void> {
  const due = await listDue(ctx.db, { now: ctx.now(), limit: perRound })
  const parts = createParts()
  const once = readOnce(chain)
  await mapConcurrent(due, callsAtOnce, (announced) =>
    parts.run(() => lookUp(ctx, { chain: once, announced, records })),
  )
  parts.end()
}

/** Returns the chain with transactions that are read once: anyone can announce a large one for many receipts. */
function readOnce(chain: Chain): Chain {
  const found = new Map<Hash, ReturnType<Chain['findTransaction']>>()
  const findTransaction = (hash: Hash) => {
    const reading = found.get(hash) ?? chain.findTransaction(hash)
    found.set(hash, reading)
    return reading
  }
  return { ...chain, findTransaction }
}

type LookUp = { chain: Chain; announced: AnnouncedTransaction; records: PayoutRecords }

/**
 * Looks up one transaction. One that the node cannot return, for its size, is postponed as if it
 * was not found. A failure of the service itself postpones it too, and is reported.
 */
async function lookUp(ctx: Context, { chain, announced, records }: LookUp): Promise<void> {
  try {
    const transaction = await chain.findTransaction(announced.hash)
    const { merchant, receiptId: id } = announced
    const receipt = await findReceipt(ctx, { merchant, id })
    // One whose block is not indexed yet stays due.
    if (transaction) {
      return await resolve(ctx, { chain, announced, records, seen: receipt, transaction })
    }
    if (receipt) await holdForPending(ctx, { chain, announced, receipt })
    await postponeOrGiveUp(ctx, announced)
  } catch (error) {
    if (!(await isItsOwnFailure(error, chain))) throw error
    if (!isChainFailure(error)) {
      await postpone(ctx, announced)
      throw error
    }
    const { merchant, receiptId, hash } = announced
    if (announced.tries === 0) {
      ctx.log.warn({ err: error, merchant, receiptId, hash }, 'announced transaction not readable')
    }
    await postponeOrGiveUp(ctx, announced)
  }
}

async function postponeOrGiveUp(
  ctx: Pick<Context, 'db' | 'now'>,
  announced: AnnouncedTransaction,
): Promise<void> {
  const isOld = ctx.now() - announced.createdAt > lostAfterMs
  // A reorg reopens old ones, which then get at least two lookups.
  if (!isOld || announced.tries === 0) return postpone(ctx, announced)
  if (announced.isOwn) return keepLooking(ctx, announced)
  await resolveAnnounced(ctx.db, { announced, state: 'lost', found: null })
}

/** The service knows that its own transaction paid, whatever the node returns. */
async function keepLooking(
  ctx: Pick<Context, 'db' | 'now'>,
  announced: AnnouncedTransaction,
): Promise<void> {
  const until = unixMs(ctx.now() + lostAfterMs)
  await postponeAnnounced(ctx.db, { announced, until, isLost: true })
}

async function postpone(
  ctx: Pick<Context, 'db' | 'now'>,
  announced: AnnouncedTransaction,
): Promise<void> {
  const until = nextTryAt({ tries: announced.tries + 1, now: ctx.now() })
  await postponeAnnounced(ctx.db, { announced, until })
}

/** Saves the outcome of a transaction, unless its block is not indexed yet or is on another branch. */
async function resolve(
  ctx: Context,
  input: LookUp & { seen: Receipt | null; transaction: MinedTransaction },
): Promise<void> {
  const { announced, seen, transaction, records } = input
  const { merchant, receiptId: id } = announced
  const { chainId } = ctx.config
  const { blockNumber: number, blockHash: hash } = transaction
  if (!(await isIndexed(ctx.db, { chainId, number, hash }))) return
  if (!seen) {
    await resolveAnnounced(ctx.db, { announced, state: 'lost', found: null })
    return
  }
  const current = depositOf(ctx.config, seen)
  const earlier = await listDeposits(ctx.db, { chainId, ...announced })
  const chargeKey = await findChargeKey(ctx.db, announced)
  const { deposit, effect } = findEffect(transaction, [current, ...earlier], chargeKey)
  // Read the chain before the transaction, so that a slow node holds no locks.
  const block = effect === 'paying' ? await input.chain.findBlock(number) : null
  // Old block hashes are not kept, so the chain itself must confirm the branch.
  if (effect === 'paying' && block?.hash !== hash) return

  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    // A reorg moves the cursor back and reopens announced transactions, so it must not happen in between.
    await lockCursor(tx, { chainId, isWriter: effect === 'paying' })
    if (!(await isIndexed(tx, { chainId, number, hash }))) return
    const receipt = await lockReceipt(inTx, { merchant, id })
    // The receipt was replaced in the meantime.
    if (!receipt || depositOf(ctx.config, receipt).address !== current.address) return
    const isSaved = await resolveAnnounced(tx, {
      announced,
      state: effect,
      found: {
        payer: transaction.from,
        units: coinOf(transaction, deposit),
        blockNumber: number,
        depositAddress: deposit.address,
      },
    })
    if (!isSaved) return
    const found = { receipt, deposit, announced, transaction }
    await noteUnknownTokens(inTx, found)
    if (effect === 'reverted') await failAttempt(inTx, found)
    if (block) await savePaying(inTx, { ...found, block, records })
    if (block) await dismissUnrecorded(tx, announced)
  })
}

/** Returns the address that a transaction concerns, and its effect. The buyer may have the address of an earlier bill. */
function findEffect(
  transaction: MinedTransaction,
  deposits: [Deposit, ...Deposit[]],
  chargeKey: Hash | null,
): { deposit: Deposit; effect: AnnouncedEffect } {
  const found = deposits.map((deposit) => ({
    deposit,
    effect: classifyAnnouncedTransaction(transaction, deposit, chargeKey),
  }))
  const related = found.find(({ effect }) => effect !== 'unrelated')
  return related ?? { deposit: deposits[0], effect: 'unrelated' }
}

async function savePaying(
  ctx: TxContext,
  input: Parameters<typeof saveAnnouncedPayments>[1],
): Promise<void> {
  const { chainId } = ctx.config
  await saveAnnouncedPayments(ctx, input)
  const { receipt, transaction } = input
  const { merchant, id: receiptId } = receipt
  if (!statusFacts[receipt.status].isSettled) {
    const isHalfPaid = await paysHalfInNative(ctx, input)
    await holdForMined(ctx, { receipt, hash: transaction.hash, isHalfPaid })
  }
  const refs = await namePayers(ctx.db, { chainId, refs: [{ merchant, receiptId }] })
  await raiseVersions(ctx.db, refs)
}

/** Returns whether a transaction sends half of a bill in native token, which counts as a payment only once it is flushed. */
async function paysHalfInNative(
  ctx: TxContext,
  { receipt, deposit, transaction }: Parameters<typeof saveAnnouncedPayments>[1],
): Promise<boolean> {
  const units = coinOf(transaction, deposit)
  const asset = findAsset(deposit.chainId, nativeToken)
  return units > 0n && asset !== null && (await paysHalf(ctx, { receipt, asset, units }))
}

/** Adds timeline entries for tokens that the service does not know, because the indexer does not read them. */
async function noteUnknownTokens(
  ctx: TxContext,
  input: { receipt: Receipt; deposit: Deposit; transaction: MinedTransaction },
): Promise<void> {
  const { receipt, deposit, transaction } = input
  for (const { token, units } of listUnknownTokens(transaction, deposit).slice(0, maxNoted)) {
    await addPaymentNote(ctx, {
      receipt,
      type: 'payment_ignored',
      transactionHash: transaction.hash,
      token: checksumAddress(token),
      detail: { units: String(units), mismatch: 'wrong_token' },
    })
  }
}

/** Fails the receipt of a checkout. Anyone else can announce a reverted transaction as well. */
async function failAttempt(
  ctx: TxContext,
  input: { receipt: Receipt; announced: AnnouncedTransaction },
): Promise<void> {
  let { receipt } = input
  const { merchant, id: receiptId } = receipt
  // Anyone can announce one. Money that arrived or is in flight outweighs a transaction that paid nothing.
  if (!input.announced.isOfCheckout || statusFacts[receipt.status].isSettled) return
  if (isExpired(receipt, ctx.now())) return
  if (await hasPayment(ctx.db, { merchant, receiptId })) return
  for (const to of ['tx_mined', 'tx_mismatch', 'failed'] as const) {
    receipt = await moveReceipt(ctx, {
      receipt,
      to,
      actor: 'system',
      by: 'settlement',
      failureCode: to === 'failed' ? 'PORTAL_CHAIN_TX_REVERTED' : null,
      transactionHash: input.announced.hash,
    })
  }
}
