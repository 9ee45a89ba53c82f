import { AppError } from '../../lib/errors.js'
import { isSameAddress } from '../../lib/hex.js'
import { statusFacts } from '../../lib/receipt-statuses.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { JournalKind } from '../../platform/journal/journal-kind.js'
import { requestReceiptCheck } from '../../platform/notifications/raise-notifications.js'
import { claimStock } from '../holds/claim-stock.js'
import { endFirmHold } from '../holds/firm-holds.js'
import { announceOwnTransaction } from '../payments/find/announced/announce-own-transaction.js'
import { blockingCode } from '../payments/read-model/blocked-receipts.js'
import type { Receipt } from '../receipts/receipt.js'
import { addTimelineEntry } from '../receipts/status/add-timeline-entry.js'
import { saveFirmHold } from '../receipts/status/start-payment.js'
import type { OnrampHooks } from './hooks.js'
import { linkSession, lockSharing, updateSource } from './link-session.js'
import type { OnrampEvent, OnrampProvider, RawCallback } from './provider.js'
import { applyEvent, changesSession, isCharged, type OnrampSession } from './session.js'
import { findSession, insertCallback, listSessions, saveSession } from './session-store.js'

/**
 * Applies a callback of the provider to the receipt of its session. Repeated and outdated callbacks
 * change nothing. While the database is unavailable, the callback is journaled.
 *
 * @throws {AppError} `invalid_input` when the callback is not signed by the provider.
 */
export async function receiveCallback(
  ctx: Context,
  input: { provider: OnrampProvider; callback: RawCallback; hooks: OnrampHooks },
): Promise<{ isDegraded: boolean }> {
  const { provider, callback, hooks } = input
  const result = provider.readCallback(ctx, callback)
  if (result.kind === 'refused') {
    throw new AppError('invalid_input', `${result.reason} Sign the raw body and its time.`)
  }
  if (result.kind === 'irrelevant') return { isDegraded: false }
  const { event } = result
  try {
    await inTransaction(ctx, (inTx) => saveEvent(inTx, { event, hooks }))
    return { isDegraded: false }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    await ctx.journal.append(journaledCallbacks(hooks), event)
    return { isDegraded: true }
  }
}

/** Verified callbacks that arrived while the database was unavailable. */
export function journaledCallbacks(hooks: OnrampHooks): JournalKind<OnrampEvent> {
  return {
    name: 'onramp-callback',
    merchantOf: ({ merchant }) => merchant,
    keysOf: ({ merchant, id }) => [`onramp ${merchant} ${id}`],
    async replay(ctx, entries) {
      const reasons: (string | null)[] = []
      for (const { value, at } of entries) {
        const result = await saveEvent({ ...ctx, now: () => at }, { event: value, hooks })
        reasons.push(result === 'unknown' ? 'the card payment does not exist' : null)
      }
      return reasons
    },
  }
}

/**
 * Saves an event, and applies it unless it is outdated. Returns `unknown` for an event that is about
 * no card payment of this service.
 */
export async function saveEvent(
  ctx: TxContext,
  { event, hooks }: { event: OnrampEvent; hooks: OnrampHooks },
): Promise<'saved' | 'repeated' | 'unknown'> {
  const { merchant, id, sessionId, depositAddress, eventId } = event
  const ref = await findSession(ctx.db, { merchant, id })
  const receipt = ref && (await lockSharing(ctx, { ...ref, sessionId }))
  // Again with the receipt locked, which guards its sessions.
  const session = receipt && (await findSession(ctx.db, { merchant, id }))
  const isOther = session !== null && (session.sessionId ?? sessionId) !== sessionId
  const isElsewhere =
    receipt !== null &&
    depositAddress !== null &&
    !isSameAddress(depositAddress, depositOf(ctx.config, receipt).address)
  if (!receipt || !session || isOther || isElsewhere) {
    ctx.log.warn({ sessionId }, 'a callback names no card payment of this service')
    return 'unknown'
  }
  const now = ctx.now()
  const isNew = await insertCallback(ctx.db, { merchant, session: id, eventId, receivedAt: now })
  if (!isNew) return 'repeated'
  if (!changesSession(session, event)) return 'saved'
  const changed = { ...applyEvent(session, event, now), sessionId }
  await saveSession(ctx.db, changed)
  await applyOutcome(ctx, { receipt, session, changed, event, hooks })
  return 'saved'
}

type AppliedEvent = {
  receipt: Receipt
  /** Before the event. */
  session: OnrampSession
  changed: OnrampSession & { sessionId: string }
  event: OnrampEvent
  hooks: OnrampHooks
}

/** A settled receipt keeps its status, whatever the provider reports. */
async function applyOutcome(ctx: TxContext, input: AppliedEvent): Promise<void> {
  const { session, changed, event, hooks } = input
  const { outcome } = event
  switch (outcome.state) {
    case 'open':
      if (isCharged(session)) await updateSource(ctx, input.receipt)
      return
    case 'declined':
    case 'rejected': {
      await releaseStock(ctx, input.receipt)
      if (outcome.code === blockingCode) {
        const { merchant, id: receiptId } = input.receipt
        await requestReceiptCheck(ctx, { merchant, receiptId })
      }
      if (isCharged(session)) await updateSource(ctx, input.receipt)
      const { provider, sessionId, isLimited } = changed
      if (isLimited) return
      // A callback may arrive before the response that links the session.
      const isLinked = input.receipt.onramp !== null
      const receipt = isLinked
        ? input.receipt
        : await linkSession(ctx, { ...input, session: changed })
      return hooks.onFailed(ctx, { receipt, code: outcome.code, provider, sessionId })
    }
    case 'processing':
    case 'complete':
      return charge(ctx, input)
  }
}

async function charge(ctx: TxContext, input: AppliedEvent): Promise<void> {
  const { session, changed, event, hooks } = input
  const { merchant, isLimited, provider, sessionId, txHash, state } = changed
  const receipt = await linkSession(ctx, { receipt: input.receipt, session: changed })
  const detail = { onrampSessionId: sessionId, provider }
  if (state !== session.state) {
    await addTimelineEntry(ctx, {
      receipt,
      type: state === 'complete' ? 'card_delivered' : 'card_charged',
      by: 'onramp',
      transactionHash: txHash,
      detail,
    })
  }
  if (!statusFacts[receipt.status].isSettled) {
    // The stock may be gone: the money is then an oversold payment, like any that arrives late.
    const backing = { payer: depositOf(ctx.config, receipt).address, hash: null, network: null }
    const { firmUntil } = await claimStock(ctx, { receipt, backing })
    await saveFirmHold(ctx, receipt, firmUntil)
    await hooks.onCharged(ctx, { receipt, isLimited })
  }
  if (event.outcome.state === 'complete' && txHash !== null) {
    await announceOwnTransaction(ctx, { merchant, receiptId: receipt.id, hash: txHash })
  }
}

/** Ends the hold that a charged card started, unless another card was charged. */
async function releaseStock(ctx: TxContext, receipt: Receipt): Promise<void> {
  const { merchant, id: receiptId } = receipt
  const sessions = await listSessions(ctx.db, { merchant, receiptIds: [receiptId] })
  if (sessions.some(({ state }) => state === 'processing' || state === 'complete')) return
  const payer = depositOf(ctx.config, receipt).address
  return endFirmHold(ctx, { merchant, receiptId, hash: null, payer })
}
