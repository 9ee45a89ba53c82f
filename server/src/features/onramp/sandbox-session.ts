import { AppError, invalidInput } from '../../lib/errors.js'
import type { UnixMs } from '../../lib/time.js'
import { findToken, type Token } from '../../platform/chain/tokens.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { unitsDue } from '../payments/value/units-due.js'
import { lockReceipt, noSuchReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import type { OnrampHooks } from './hooks.js'
import { isUnderAge } from './is-under-age.js'
import { deliveredSymbol } from './provider.js'
import {
  type SandboxReport,
  sandboxProvider,
  writeSandboxCallback,
} from './providers/sandbox-provider.js'
import { receiveCallback, saveEvent } from './receive-callback.js'
import { requireDue } from './require-payable.js'
import type { OnrampSession } from './session.js'
import { listSharing } from './session-store.js'

/** A card payment at the sandbox provider. */
export type SandboxSession = OnrampSession & { sessionId: string }

/** A result of a card payment, as the sandbox provider reports it. */
export type SandboxResult = Pick<SandboxReport, 'state'> & Partial<SandboxReport>

/**
 * Returns the card payment with this id at the sandbox provider.
 *
 * @throws {AppError} `not_found`.
 */
export async function getSandboxSession(
  ctx: Pick<TxContext, 'db'>,
  sessionId: string,
): Promise<SandboxSession> {
  const [session] = await listSharing(ctx.db, { provider: 'sandbox', sessionId })
  if (!session) throw new AppError('not_found', 'There is no such card payment.')
  return { ...session, sessionId }
}

type Report = { session: SandboxSession; result: SandboxResult; times: number; hooks: OnrampHooks }

/** Reports a result to the service by a signed callback, which is sent `times` times. */
export async function reportSandboxResult(ctx: Context, input: Report): Promise<void> {
  const { session, result, times, hooks } = input
  const { merchant, id, sessionId } = session
  const callback = writeSandboxCallback(ctx, { merchant, id, sessionId, ...result })
  for (let sent = 0; sent < times; sent += 1) {
    await receiveCallback(ctx, { provider: sandboxProvider, callback, hooks })
  }
}

/**
 * Reports whether the bank pays. A session has one such report, whatever process sends it, so that
 * its money is transferred once at most.
 *
 * @throws {AppError} `conflict` when it was reported before, and what `requireOpen` throws.
 */
export async function decideSandboxPayment(
  ctx: Context,
  { state, ...input }: Report & { state: 'open' | 'processing' },
): Promise<void> {
  const { hooks } = input
  const { merchant, receiptId, id, sessionId } = input.session
  const result = { ...input.result, eventId: `decision_${id}` }
  const callback = writeSandboxCallback(ctx, { merchant, id, sessionId, ...result })
  const callbackResult = sandboxProvider.readCallback(ctx, callback)
  if (callbackResult.kind !== 'event')
    throw new Error('the sandbox provider cannot read its own callback')
  await inTransaction(ctx, async (inTx) => {
    const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
    if (!receipt) throw noSuchReceipt()
    const session = await getSandboxSession(inTx, sessionId)
    if (session.state !== state) throw hasEnded()
    if (state === 'open') await requireOpen(inTx, { session, receipt })
    if ((await saveEvent(inTx, { event: callbackResult.event, hooks })) !== 'saved')
      throw hasEnded()
  })
  // The first was sent above.
  await reportSandboxResult(ctx, { ...input, result, times: input.times - 1 })
}

/**
 * Requires that a session is open, and still for the amount due.
 *
 * @throws {AppError} `conflict`, `merchant_suspended`, `insufficient_stock`, `onramp_refused`.
 */
export async function requireOpen(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { session, receipt }: { session: SandboxSession; receipt: Receipt },
): Promise<void> {
  if (session.state !== 'open' || session.expiresAt <= ctx.now()) throw hasEnded()
  const { due, payments } = await requireDue(ctx, receipt)
  const token = getDeliveredToken(ctx)
  const asset = { ...token, token: token.address, chainId: ctx.config.chainId }
  if (unitsDue(due, { asset, bill: receipt, payments }) === session.units) return
  throw new AppError(
    'conflict',
    'The amount due has changed. Nothing was charged. Start again on the payment page.',
  )
}

/**
 * Returns the token that the provider delivers.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export function getDeliveredToken({ config }: Pick<TxContext, 'config'>): Token {
  const token = findToken(config.chainId, deliveredSymbol)
  if (!token) throw new AppError('chain_unavailable', 'This chain has no known tokens.')
  return token
}

/**
 * Returns whether a buyer with this date of birth is under age.
 *
 * @throws {AppError} `invalid_input` unless it is a day of the calendar, up to today.
 */
export function readUnderAge(dateOfBirth: string, now: UnixMs): boolean {
  const isWritten = /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(dateOfBirth)
  const date = new Date(isWritten ? `${dateOfBirth}T00:00:00Z` : Number.NaN)
  // A day that does not exist, such as 31 February, is read as another one or none.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(dateOfBirth)) {
    throw invalidInput('Enter your date of birth as YYYY-MM-DD, for example 1990-01-31.')
  }
  if (date.getTime() > now) throw invalidInput('Your date of birth is in the future. Correct it.')
  return isUnderAge(dateOfBirth, now)
}

function hasEnded(): AppError {
  return new AppError('conflict', 'This card payment has ended. Start again on the payment page.')
}
