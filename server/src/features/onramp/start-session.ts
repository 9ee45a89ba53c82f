import type { PortalPage } from '../../auth/portal-tokens.js'
import { AppError } from '../../lib/errors.js'
import { type BaseUnits, baseUnitsToDecimal } from '../../lib/money.js'
import { MINUTE_MS, SECOND_MS, unixMs } from '../../lib/time.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { blockingCode, isBlocked, refusedPayment } from '../payments/read-model/blocked-receipts.js'
import { getReceipt, lockReceipt, noSuchReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import type { OnrampHooks } from './hooks.js'
import { linkSession, lockSharing } from './link-session.js'
import type { Customer, NewSession, OnrampProvider, SessionResult } from './provider.js'
import { findProvider } from './providers/find-provider.js'
import { requirePayable } from './require-payable.js'
import type { OnrampSession } from './session.js'
import { findSession, isDelivering, listSessions, saveSession } from './session-store.js'

type StartInput = {
  page: PortalPage
  /** Takes a call of the limit on sessions. */
  requireSession: () => Promise<void>
  hooks: OnrampHooks
}

/** An open session that ends sooner is not used again. */
const minRemainingMs = 5 * MINUTE_MS
/** How long a request without a response is repeated, instead of a new one. */
const repeatForMs = 10 * MINUTE_MS
const retryAfterMs = 5 * SECOND_MS

/** A session with its page. */
type OpenSession = OnrampSession & { sessionId: string; url: string }

/**
 * Starts a card payment of the amount due at the provider, and returns its session. An open session
 * for the same amount is used again. Only a page whose link cannot be guessed passes on the buyer's
 * details.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `merchant_suspended`, `conflict`,
 *   `insufficient_stock`, `payment_in_progress`, `rate_limited`, `onramp_refused`,
 *   `onramp_unavailable`.
 */
export async function startSession(ctx: Context, input: StartInput): Promise<OpenSession> {
  const { page, hooks } = input
  const provider = findProvider(ctx.config)
  if (!provider) throw new AppError('invalid_input', 'Card payments are not available here.')
  const receipt = await getReceipt(ctx, { merchant: page.merchant, id: page.receiptId })
  const option = await requirePayable(ctx, { receipt, provider })
  const terms = { provider, isLimited: page.isLimited, units: option.units }
  const { openSession, lastRequest } = await findReusable(ctx, { page, terms })
  if (openSession) return inTransaction(ctx, (inTx) => open(inTx, { session: openSession, hooks }))

  // A repeated request creates nothing new, so it does not count.
  if (!lastRequest) await input.requireSession()
  const session = await inTransaction(ctx, (inTx) => request(inTx, { page, terms, hooks }))
  // A concurrent start opened it meanwhile.
  if (isOpen(session)) return session
  const { decimals } = option
  const result = await provider.createSession(
    ctx,
    describeSession(ctx, { receipt, provider, session, decimals }),
  )
  const outcome = await inTransaction(ctx, (inTx) => finish(inTx, { session, result, hooks }))
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** The payment that a session has to be for. */
type Terms = { provider: OnrampProvider; isLimited: boolean; units: BaseUnits }

const isOpen = (session: OnrampSession): session is OpenSession =>
  session.state === 'open' && session.sessionId !== null && session.url !== null

/** Finds a session that a new attempt can continue, and a request whose response is missing. */
async function findReusable(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { page, terms }: { page: PortalPage; terms: Terms },
): Promise<{ openSession: OpenSession | null; lastRequest: OnrampSession | null }> {
  // A legal check blocks every other card too.
  if (await isBlocked(ctx, page)) throw refusedPayment(blockingCode)
  const sessions = await listSessions(ctx.db, { ...page, receiptIds: [page.receiptId] })
  const isCharged = sessions.some(({ state }) => state === 'processing')
  // Until delivered money is recorded, the receipt looks unpaid.
  if (isCharged || (await isDelivering(ctx.db, page))) throw inProgress()
  const now = ctx.now()
  const fitting = sessions.filter(
    ({ provider, isLimited, units }) =>
      provider === terms.provider.name && isLimited === terms.isLimited && units === terms.units,
  )
  const isRepeatable = ({ state, createdAt }: OnrampSession) =>
    state === 'requested' && createdAt > now - repeatForMs
  return {
    openSession:
      fitting.filter(isOpen).find(({ expiresAt }) => expiresAt > now + minRemainingMs) ?? null,
    lastRequest: fitting.find(isRepeatable) ?? null,
  }
}

/**
 * Records a request before it is sent. Repeats one whose response is missing, and returns the
 * session that a concurrent start has opened.
 */
async function request(
  ctx: TxContext,
  { page, terms, hooks }: { page: PortalPage; terms: Terms; hooks: OnrampHooks },
): Promise<OnrampSession> {
  const { merchant, receiptId, isLimited } = page
  if (!(await lockReceipt(ctx, { merchant, id: receiptId }))) throw noSuchReceipt()
  const { openSession, lastRequest } = await findReusable(ctx, { page, terms })
  if (openSession) return open(ctx, { session: openSession, hooks })
  if (lastRequest) return lastRequest
  const now = ctx.now()
  const session: OnrampSession = {
    merchant,
    receiptId,
    id: ctx.newId('onr'),
    provider: terms.provider.name,
    sessionId: null,
    url: null,
    state: 'requested',
    isLimited,
    units: terms.units,
    sourceUsdCents: null,
    txHash: null,
    failureCode: null,
    eventAt: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: unixMs(now + repeatForMs),
  }
  await saveSession(ctx.db, session)
  return session
}

function describeSession(
  ctx: Context,
  input: {
    receipt: Receipt
    provider: OnrampProvider
    session: OnrampSession
    decimals: number
  },
): NewSession {
  const { receipt, provider, session, decimals } = input
  const { isLimited, id, merchant, units } = session
  return {
    id,
    merchant,
    depositAddress: depositOf(ctx.config, receipt).address,
    amount: baseUnitsToDecimal(units, decimals),
    customer: isLimited ? null : customerOf(receipt),
    redirectUrl: isLimited || !provider.capabilities.supportsRedirect ? null : receipt.redirectUrl,
  }
}

function customerOf({ billing, onrampEmail }: Receipt): Customer | null {
  if (!billing && onrampEmail === null) return null
  return { ...billing, ...(onrampEmail === null ? {} : { email: onrampEmail }) }
}

/** Saves the provider's response. An unknown outcome changes nothing. */
async function finish(
  ctx: TxContext,
  input: { session: OnrampSession; result: SessionResult; hooks: OnrampHooks },
): Promise<OpenSession | AppError> {
  const { session, result, hooks } = input
  if (result.kind === 'unavailable') {
    ctx.log.warn({ reason: result.reason }, 'the provider of card payments did not respond')
    return new AppError(
      'onramp_unavailable',
      'The card provider is not reachable right now. Retry in a moment, or pay another way.',
      { fields: { failureCode: 'PORTAL_SYSTEM_TIMEOUT' }, retryAfterMs },
    )
  }
  if (result.kind === 'created') {
    const { kind: _, ...page } = result
    return open(ctx, { session, page, hooks })
  }
  const { merchant, receiptId, id } = session
  const receipt = await lockReceipt(ctx, { merchant, id: receiptId })
  const current = await findSession(ctx.db, { merchant, id })
  if (!receipt || !current) throw noSuchReceipt()
  // A callback or a concurrent start knows more than this response.
  if (current.state !== 'requested') return open(ctx, { session: current, hooks })
  const { code: failureCode } = result
  await saveSession(ctx.db, { ...current, state: 'rejected', failureCode, updatedAt: ctx.now() })
  if (!current.isLimited) {
    const { provider, sessionId } = current
    await hooks.onFailed(ctx, { receipt, code: failureCode, provider, sessionId })
  }
  return refusedPayment(failureCode)
}

type SessionPage = Pick<OpenSession, 'sessionId' | 'url' | 'expiresAt'>

/**
 * Starts an attempt in a session, whose page the provider may just have created. A callback may
 * have arrived before.
 */
async function open(
  ctx: TxContext,
  input: { session: OnrampSession; page?: SessionPage; hooks: OnrampHooks },
): Promise<OpenSession> {
  const { page, hooks } = input
  const { merchant, id, isLimited } = input.session
  const sessionId = page?.sessionId ?? input.session.sessionId
  const receipt = await lockSharing(ctx, { ...input.session, sessionId })
  const current = await findSession(ctx.db, { merchant, id })
  if (!receipt || !current) throw noSuchReceipt()
  const { state, failureCode } = current
  if (state === 'processing' || state === 'complete') throw inProgress()
  if (state === 'rejected') throw refusedPayment(failureCode ?? 'PORTAL_SYSTEM_ERROR')
  // A new attempt must not lift a legal check that was reported meanwhile.
  if (await isBlocked(ctx, input.session)) throw refusedPayment(blockingCode)
  const session: OnrampSession = {
    ...current,
    ...page,
    state: state === 'requested' ? 'open' : state,
    failureCode: null,
    updatedAt: ctx.now(),
  }
  if (!isOpen(session)) {
    throw new AppError('conflict', 'This card payment has ended. Retry to start a new one.')
  }
  await saveSession(ctx.db, session)
  const linked = isLimited ? receipt : await linkSession(ctx, { receipt, session })
  await hooks.onStarted(ctx, { receipt: linked, isLimited })
  return session
}

function inProgress(): AppError {
  return new AppError(
    'payment_in_progress',
    'A card payment of this receipt is being processed. Wait for its result.',
  )
}
