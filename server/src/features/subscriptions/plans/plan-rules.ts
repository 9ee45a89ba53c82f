import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { choice, displayText, flag, wholeNumber } from '../../../lib/fields/field-rules.js'
import { type AcceptedFields, type Rule, readFields } from '../../../lib/fields/read-fields.js'
import type { Address } from '../../../lib/hex.js'
import { type Cents, cents, centsFromDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { maxOfMerchant } from '../../../platform/limits/max-of.js'
import { planPeriods } from './plan.js'
import { countActivePlans, findPlan } from './plan-store.js'

const maxPriceCents = cents(100_000_000n)

const price: Rule<Cents> = (value) => {
  const amount = typeof value === 'number' ? centsFromDecimal(value) : null
  return amount !== null && amount > 0n && amount <= maxPriceCents
    ? { value: amount }
    : { problem: 'must be from 0.01 to 1,000,000 with at most two decimals' }
}

const rules = {
  name: displayText({ maxLength: 80, isRequired: true }),
  description: displayText({ maxLength: 1_000, allowLineBreaks: true }),
  priceUsd: price,
  period: choice(planPeriods),
  active: flag,
  trialDays: wholeNumber({ min: 0, max: 365 }),
  graceDays: wholeNumber({ min: 0, max: 30 }),
}

/** The fields of a plan that were given, validated. */
export type PlanFields = AcceptedFields<typeof rules>

/**
 * Validates the given fields of a plan.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readPlanFields(input: object): PlanFields {
  const { accepted, problems } = readFields(rules, input)
  if (problems.length > 0) throw invalidInput(`${problems.join('; ')}.`)
  return accepted
}

/**
 * Requires that a plan exists and belongs to the merchant.
 *
 * @throws {AppError} `not_found`, `forbidden`.
 */
export async function requireOwnPlan(
  ctx: Pick<TxContext, 'db'>,
  { merchant, planId }: { merchant: Address; planId: string },
): Promise<void> {
  const plan = await findPlan(ctx.db, planId)
  if (!plan) throw noPlan()
  if (plan.merchant !== merchant) {
    throw new AppError(
      'forbidden',
      'This plan belongs to another merchant. Use a key of that merchant.',
    )
  }
}

export function noPlan(): AppError {
  return new AppError('not_found', 'No plan with this id exists.')
}

/**
 * Checks that the merchant may have one more active plan, not counting the plan `exceptId`. Locks
 * the merchant until the transaction ends, so that the check stays valid.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireBelowLimit(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, exceptId }: { merchant: Address; exceptId: string },
): Promise<void> {
  await lockMerchant(ctx.db, merchant)
  const maxPlans = maxOfMerchant(ctx.config, 'plans', merchant)
  if ((await countActivePlans(ctx.db, { merchant, exceptId })) < maxPlans) return
  throw invalidInput(`The limit of ${maxPlans} active plans is reached. Deactivate a plan first.`)
}
