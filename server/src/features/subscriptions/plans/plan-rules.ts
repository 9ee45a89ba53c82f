import { AppError } from '../../../lib/errors.js'
import { choice, displayText, flag, wholeNumber } from '../../../lib/fields/field-rules.js'
import { type Accepted, type Rule, readFields } from '../../../lib/fields/read-fields.js'
import { type Cents, cents, centsFromDecimal } from '../../../lib/money.js'
import { planPeriods } from './plan.js'

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
export type PlanFields = Accepted<typeof rules>

/**
 * Validates the given fields of a plan.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readPlanFields(given: object): PlanFields {
  const { accepted, problems } = readFields(rules, given)
  if (problems.length > 0) throw new AppError('invalid_input', `${problems.join('; ')}.`)
  return accepted
}
