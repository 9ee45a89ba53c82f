import type { CardView } from '@tallystick/web/card'
import { AppError } from '../../../lib/errors.js'
import { centsToDecimal } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import {
  getSandboxSession,
  requireOpen,
  type SandboxSession,
} from '../../onramp/sandbox-session.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findFailure } from '../../receipts/status/failures.js'
import { listCardScenarios } from './card-scenarios.js'
import { cardPriceOf } from './play-card.js'

/**
 * Returns what the page of the sandbox provider shows. The buyer's details are shown only in a
 * session that received them.
 *
 * @throws {AppError} `not_found`.
 */
export async function describeCardPage(
  ctx: Context,
  { sessionId, problem }: { sessionId: string; problem: string | null },
): Promise<CardView> {
  const session = await getSandboxSession(ctx, sessionId)
  const { merchant, receiptId: id } = session
  const receipt = await getReceipt(ctx, { merchant, id })
  const { amount, fee, total } = cardPriceOf(session)
  const obstacle = session.state === 'open' ? await findObstacle(ctx, { session, receipt }) : null
  const { failureCode } = session
  const failure = failureCode && (findFailure(failureCode)?.buyer ?? null)
  // A second tab must not ask a buyer who has paid to start again.
  const isCharged = session.state === 'processing' || session.state === 'complete'
  return {
    brandName: receipt.brandName,
    amountUsd: centsToDecimal(amount),
    feeUsd: centsToDecimal(fee),
    totalUsd: centsToDecimal(total),
    customer: session.isLimited ? [] : listDetails(receipt),
    state: obstacle === null ? stateOf(session) : 'ended',
    problem: isCharged ? null : (problem ?? obstacle ?? failure),
    scenarios: listCardScenarios(),
  }
}

/** Returns why an open session can no longer be paid, or null. */
async function findObstacle(
  ctx: Context,
  input: { session: SandboxSession; receipt: Receipt },
): Promise<string | null> {
  try {
    await requireOpen(ctx, input)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}

function stateOf({ state }: SandboxSession): CardView['state'] {
  return state === 'processing' || state === 'complete' || state === 'open' ? state : 'ended'
}

/** Lists the details that the merchant prefilled, one line each. */
function listDetails({ billing, onrampEmail }: Receipt): string[] {
  const { firstName = '', lastName = '', line1 = '', city = '', zip = '' } = billing ?? {}
  const lines = [
    `${firstName} ${lastName}`,
    onrampEmail ?? billing?.email ?? '',
    line1,
    `${zip} ${city}`,
    billing?.country ?? '',
  ]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
