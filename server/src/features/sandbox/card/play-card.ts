import { assertNever } from '../../../lib/errors.js'
import { type BaseUnits, baseUnits, type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Sandbox } from '../../../platform/clock/sandbox-clock.js'
import type { Context } from '../../../platform/context.js'
import {
  decideSandboxPayment,
  getDeliveredToken,
  getSandboxSession,
  readUnderAge,
  reportSandboxResult,
  requireOpen,
  type SandboxResult,
  type SandboxSession,
} from '../../onramp/sandbox-session.js'
import { onrampHooks } from '../../portal/checkout/card-progress.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { createTestBuyer } from '../pay/test-buyer.js'
import { requireChainUrl } from '../send-transaction.js'
import { type CardScenario, isFinalCode } from './card-scenarios.js'

/** The sandbox provider's fee: 2.5 percent. */
const feeOf = (amount: Cents): Cents => cents((amount * 25n + 999n) / 1_000n)

const unitsPerCent = 10_000n

/** Returns the price of a card payment: the amount due and the provider's fee. */
export function cardPriceOf({ units }: Pick<SandboxSession, 'units'>) {
  const amount = cents((units + unitsPerCent - 1n) / unitsPerCent)
  const fee = feeOf(amount)
  return { amount, fee, total: cents(amount + fee) }
}

type Play = {
  sandbox: Sandbox
  sessionId: string
  scenario: CardScenario
  /** YYYY-MM-DD. A bank that decides later does not ask for it. */
  dateOfBirth: string
}

/**
 * Plays a result of a card payment as a provider would: by signed callbacks, and by a transfer of
 * USDC on the sandbox chain.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict`, `merchant_suspended`,
 *   `insufficient_stock`, `onramp_refused`, `chain_unavailable`.
 */
export async function playCard(ctx: Context, input: Play): Promise<void> {
  const { sandbox, sessionId, scenario, dateOfBirth } = input
  const session = await getSandboxSession(ctx, sessionId)
  const { merchant, receiptId: id } = session
  const receipt = await getReceipt(ctx, { merchant, id })
  const { kind } = scenario
  const state = kind === 'approve' || kind === 'decline' ? 'processing' : 'open'
  const times = kind === 'duplicate' ? 2 : 1
  const report = (result: SandboxResult) =>
    reportSandboxResult(ctx, { session, result, times, hooks: onrampHooks })
  const decide = (result: SandboxResult) =>
    decideSandboxPayment(ctx, { session, state, result, times, hooks: onrampHooks })
  if (state === 'open') {
    await requireOpen(ctx, { session, receipt })
    // The provider reports the date, and the service refuses the buyer.
    const isUnderAge = readUnderAge(dateOfBirth, ctx.now())
    if (isUnderAge && kind !== 'failure') return report({ state: 'open', dateOfBirth })
  }
  const deliver = async (units: BaseUnits) => {
    const url = requireChainUrl(sandbox)
    const sourceUsd = String(centsToDecimal(cardPriceOf({ units }).total))
    await decide({ state: 'processing', sourceUsd })
    const txHash = await transfer(ctx, { url, receipt, units })
    await report({ state: 'complete', sourceUsd, txHash })
  }
  switch (kind) {
    case 'success':
    case 'duplicate':
    case 'approve':
      return deliver(session.units)
    case 'below':
      return deliver(oneDollarLess(session.units))
    case 'slow':
      return report({ state: 'processing' })
    case 'decline':
      return decide({ state: 'rejected', failureCode: 'PORTAL_PAY_CARD_DECLINED' })
    case 'failure': {
      const { code: failureCode } = scenario
      return report({ state: isFinalCode(failureCode) ? 'rejected' : 'declined', failureCode })
    }
    default:
      return assertNever(kind)
  }
}

async function transfer(
  ctx: Context,
  { url, receipt, units }: { url: string; receipt: Receipt; units: BaseUnits },
): Promise<string> {
  const { address: token } = getDeliveredToken(ctx)
  const { address: to } = depositOf(ctx.config, receipt)
  const buyer = await createTestBuyer(url, ctx.mutex)
  const { hash } = await buyer.pay({ token, to, units })
  ctx.wakeups.wake('payments')
  return hash
}

function oneDollarLess(units: BaseUnits): BaseUnits {
  const less = baseUnits(units - 100n * unitsPerCent)
  return less > 0n ? less : baseUnits((units + 1n) / 2n)
}
