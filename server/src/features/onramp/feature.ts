import { baseUnitsToDecimal } from '../../lib/money.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import { tokenDecimals } from '../../platform/chain/tokens.js'
import type { Feature } from '../../platform/feature.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import type { ErasePersonalData, ExportPersonalData } from '../../platform/personal-data.js'
import { lockReceipt } from '../receipts/read/get-receipt.js'
import {
  deleteCallbacks,
  deleteSales,
  endLostSessions,
  forgetDetailsOf,
  forgetUrls,
  listSessions,
} from './session-store.js'

/** Providers repeat a callback for days, and each repetition must be recognized. */
const callbacksKeptForMs = 30 * DAY_MS
/** The longest time that a bank takes, with reserve. */
const lostAfterMs = 14 * DAY_MS
/** How long the page of a session that has ended is kept. */
const urlsKeptForMs = DAY_MS
const batchSize = 500

/**
 * Forgets old callbacks and the pages of ended sessions, and stops waiting for payments that the
 * provider never reports again.
 */
export const endOnrampSessions: Job = {
  name: 'end-onramp-sessions',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const repeat = (work: typeof deleteCallbacks, keptForMs: number) => {
      const before = unixMs(ctx.now() - keptForMs)
      return repeatWhileFull(signal, {
        batchSize,
        work: (limit) => work(ctx.db, { before, limit }),
      })
    }
    const callbacks = await repeat(deleteCallbacks, callbacksKeptForMs)
    const urls = await repeat(forgetUrls, urlsKeptForMs)
    return { callbacks, urls, lost: await repeat(endLostSessions, lostAfterMs) }
  },
}

/** Exports the card payments of a buyer. */
const exportSessions: ExportPersonalData = async ({ db }, subject) => ({
  cardPayments: (await listSessions(db, subject)).map((session) => ({
    receiptId: session.receiptId,
    provider: session.provider,
    sessionId: session.sessionId,
    state: session.state,
    amount: baseUnitsToDecimal(session.units, tokenDecimals),
    failureCode: session.failureCode,
    transactionHash: session.txHash,
    createdAt: session.createdAt,
  })),
})

/**
 * The page of a session shows the details that prefilled it, and a failure can reveal something
 * about the buyer. Amounts and ids stay. The locks keep a concurrent change from writing a page back.
 */
const eraseSessions: ErasePersonalData = async (ctx, subject) => {
  const sessions = await listSessions(ctx.db, subject)
  const receiptIds = [...new Set(sessions.map(({ receiptId }) => receiptId))].toSorted()
  for (const id of receiptIds) await lockReceipt(ctx, { merchant: subject.merchant, id })
  return forgetDetailsOf(ctx.db, { merchant: subject.merchant, receiptIds })
}

export const onrampFeature: Feature = {
  jobs: [endOnrampSessions],
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
  exportPersonalData: exportSessions,
  erasePersonalData: eraseSessions,
}
