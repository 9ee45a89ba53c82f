import { createHash } from 'node:crypto'
import { type Plan, planPriceOf, plans } from '../../../auth/plans.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import { knownAddress } from '../../../lib/hex.js'
import { baseUnits, centsToDecimal } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { reasons } from '../facilitator/facilitator.js'
import type { PaidRequest } from '../paid-request.js'
import { paymentToken, type Terms, unitsPerCent } from '../terms.js'

/**
 * Returns the paid request for a developer plan. Its price is the same for everyone, so no quote is
 * stored.
 *
 * @throws {AppError} `platform_recipient_not_configured`.
 */
export function planRequest({ config }: Pick<Context, 'config'>, plan: Plan): PaidRequest {
  const { chainId, platformWallet } = config
  if (platformWallet === undefined) {
    throw new AppError(
      'platform_recipient_not_configured',
      'This platform has no wallet to pay for plans. Contact its support.',
    )
  }
  const payTo = knownAddress(platformWallet)
  const { name } = plans[plan]
  const priceCents = planPriceOf(config, plan)
  const token = paymentToken(chainId)
  const units = baseUnits(priceCents * unitsPerCent)
  const terms: Terms = { chainId, token, payTo, units, subject: { kind: 'plan', plan } }
  return {
    route: subscribeRoute,
    fingerprint: fingerprintOf(plan),
    token,
    findTerms: async (proof) =>
      proof.payTo === payTo
        ? { kind: 'found', terms }
        : { kind: 'refused', reason: reasons.recipientMismatch },
    offer: async () => ({
      ...terms,
      description: `${name} plan for 30 days`,
      expiresAt: null,
      summary: { totalUsd: centsToDecimal(priceCents) },
      quote: { plan, priceUsd: centsToDecimal(priceCents), days: 30 },
    }),
  }
}

export const subscribeRoute = '/api/x402/subscribe'

/**
 * Reads the plan that a request wants.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readPlan(body: unknown): Plan {
  const planKey = isFields(body) ? body['planKey'] : null
  if (typeof planKey === 'string' && Object.hasOwn(plans, planKey)) return planKey as Plan
  throw invalidInput(`planKey must be one of ${Object.keys(plans).join(', ')}.`)
}

/** Returns a hash of the request, which every request for the same plan has. */
function fingerprintOf(plan: Plan): Buffer {
  return createHash('sha256').update(`${subscribeRoute}\n${plan}`).digest()
}
