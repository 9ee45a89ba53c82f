import type { Address } from '../../../lib/hex.js'
import { micros, microsFromCents, microsToDecimal } from '../../../lib/money.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { inCatalogueTurn } from '../../inventory/in-catalogue-turn.js'
import { holdReceipt } from '../../receipts/hold-receipt.js'
import { moveReceipt } from '../../receipts/move-receipt.js'
import { noteOnReceipt } from '../../receipts/note-on-receipt.js'
import type { Mismatch, Receipt } from '../../receipts/receipt.js'
import { statusFacts } from '../../receipts/statuses.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { findAsset } from '../asset.js'
import type { Payment } from '../payment.js'
import { counts } from '../value-payments.js'
import { findCursor } from '../watch/cursor-store.js'
import { bookPayments } from './book-payments.js'
import { bookSale } from './book-sale.js'
import { type Decision, decideSettlement } from './decide-settlement.js'
import { judgePayments } from './judge-payments.js'
import { listPayments, updatePayment } from './payment-store.js'
import { findSettlement, updateSettlement } from './settlement-store.js'

const engine = { actor: 'engine', by: 'settlement' } as const

/**
 * Makes a receipt what its money says: status, timeline, stock and ledger, in one transaction. Asked again it changes
 * nothing, so it does not matter how often it is asked, nor what it was interrupted in.
 */
export async function settleReceipt(
  ctx: Context,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<void> {
  // What is paid is taken out of the stock.
  await inCatalogueTurn(ctx, {
    merchant,
    work: () =>
      ctx.db.transaction(async (tx) => {
        const inTx = { ...ctx, db: tx }
        const receipt = await holdReceipt(inTx, { merchant, id: receiptId })
        if (receipt) await settleHeld(inTx, receipt)
      }),
  })
}

async function settleHeld(ctx: TxContext, receipt: Receipt): Promise<void> {
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  const settlement = await findSettlement(ctx.db, ref)
  if (!settlement) return
  const { payments: terms } = await getShopConfig(ctx, receipt.merchant)
  const known = await listPayments(ctx.db, ref)
  const judged = await judgePayments(ctx, {
    ...{ receipt, payments: known, acceptedTokens: terms.acceptedTokens },
  })
  const cursor = await findCursor(ctx.db, ctx.config.chainId)
  const decision = decideSettlement({
    ...{ receipt, payments: judged, statusBefore: settlement.statusBefore },
    wasSold: settlement.posted > 0,
    finalizedNumber: cursor?.finalizedNumber ?? 0n,
  })

  const payments = await bookPayments(ctx, judged)
  for (const [index, payment] of payments.entries()) {
    if (isChanged(payment, known[index])) await updatePayment(ctx.db, payment)
  }
  const moved = await walk(ctx, { receipt, decision, payments })
  const { isSold } = decision
  const posted = await bookSale(ctx, {
    ...{ payments, isSold },
    receipt: moved,
    posted: settlement.posted,
  })
  await noteNews(ctx, {
    receipt,
    moved,
    decision,
    payments,
    before: known,
    noted: settlement.notedMicros,
  })
  await updateSettlement(ctx.db, {
    ...ref,
    settlement: {
      version: settlement.version,
      statusBefore: decision.statusBefore,
      notedMicros: decision.standing === 'partial' ? decision.paidMicros : micros(0n),
      finalAtBlock: moved.status === 'completed' ? decision.lastBlock : null,
      posted,
    },
  })
}

function isChanged(after: Payment, before: Payment | undefined): boolean {
  return after.posted !== before?.posted || after.usdMicros !== before.usdMicros
}

async function walk(
  ctx: TxContext,
  input: { receipt: Receipt; decision: Decision; payments: readonly Payment[] },
): Promise<Receipt> {
  const { decision, payments } = input
  const mismatch = mismatchOf(input)
  let { receipt } = input
  for (const to of decision.path) {
    const isBack = !statusFacts[to].isSettled
    const facts = isBack ? noFacts : factsOf(payments, decision)
    const isPaid = to === 'paid'
    receipt = await moveReceipt(ctx, {
      ...engine,
      receipt: {
        ...receipt,
        ...facts,
        mismatch: isPaid ? mismatch : isBack ? null : receipt.mismatch,
      },
      to,
      transactionHash: facts.transactionHash,
      detail: isPaid && mismatch ? { mismatch, ...excess(input) } : {},
    })
  }
  return receipt
}

const noFacts = {
  transactionHash: null,
  transactionAt: null,
  paymentToken: null,
  buyerWallet: null,
}

/** Of the payment that made it enough, or of the last one where it is not. */
function factsOf(payments: readonly Payment[], { standing }: Decision) {
  const there = payments.filter(({ state }) => state !== 'orphaned')
  const good = there.filter(counts)
  const one = (standing === 'mismatch' ? there : good).at(-1)
  if (!one) return noFacts
  return {
    transactionHash: one.transactionHash,
    transactionAt: one.paidAt,
    paymentToken: findAsset(one.chainId, one.token)?.symbol ?? null,
    buyerWallet: one.payer,
  }
}

function mismatchOf(input: {
  receipt: Receipt
  decision: Decision
  payments: readonly Payment[]
}): Mismatch | null {
  const { receipt, decision, payments } = input
  const { expiresAt, failureCode } = receipt
  const last = payments.filter(counts).at(-1)
  const isLate = expiresAt !== null && last !== undefined && last.paidAt > expiresAt
  if (isLate || failureCode === 'PORTAL_SESSION_EXPIRED') return 'late'
  return decision.paidMicros > microsFromCents(receipt.totalUsdCents) ? 'over' : null
}

function excess({ receipt, decision }: { receipt: Receipt; decision: Decision }) {
  const over = decision.paidMicros - microsFromCents(receipt.totalUsdCents)
  return over > 0n ? { overpaidUsd: microsToDecimal(micros(over)) } : {}
}

/** What the status does not say: that it is too little so far, and money that nobody asked for. */
async function noteNews(
  ctx: TxContext,
  input: {
    receipt: Receipt
    moved: Receipt
    decision: Decision
    payments: readonly Payment[]
    before: readonly Payment[]
    noted: bigint
  },
): Promise<void> {
  const { receipt, moved, decision, payments, before, noted } = input
  const { standing, paidMicros, dueMicros } = decision
  if (standing === 'partial' && paidMicros !== noted) {
    const detail = { paidUsd: microsToDecimal(paidMicros), dueUsd: microsToDecimal(dueMicros) }
    await noteOnReceipt(ctx, { receipt: moved, word: 'partially_paid', by: engine.by, detail })
  }
  for (const [index, payment] of payments.entries()) {
    const isNew = before[index]?.usdMicros === null && payment.usdMicros !== null
    const isExtra = statusFacts[receipt.status].isPaid || receipt.status === 'refunded'
    const isIgnored = payment.mismatch !== null && standing !== 'mismatch'
    if (!isNew || !(isExtra || isIgnored)) continue
    await noteOnReceipt(ctx, {
      receipt: moved,
      word: isExtra ? 'extra_payment' : 'payment_ignored',
      by: engine.by,
      transactionHash: payment.transactionHash,
      detail: {
        usd: microsToDecimal(payment.usdMicros ?? micros(0n)),
        ...(payment.mismatch ? { mismatch: payment.mismatch } : {}),
      },
    })
  }
}
