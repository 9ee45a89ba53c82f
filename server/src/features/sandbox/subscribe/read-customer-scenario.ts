import { invalidInput } from '../../../lib/errors.js'

/** Scenarios of new customers. */
export const newCustomerScenarios = ['subscribe', 'no_balance', 'no_allowance', 'expired'] as const
export type NewCustomerScenario = (typeof newCustomerScenarios)[number]

/** Scenarios of customers who have subscribed. */
export const subscriberScenarios = ['no_balance', 'no_allowance', 'revoked', 'restored'] as const
export type SubscriberScenario = (typeof subscriberScenarios)[number]

/** A scenario with the plan of a new customer, or with the subscription of an existing one. */
export type CustomerScenario =
  | { planId: string; scenario: NewCustomerScenario }
  | { subscriptionId: string; scenario: SubscriberScenario }

/**
 * Reads the scenario of a new customer of a plan, or of the customer of a subscription.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCustomerScenario(body: {
  planId?: unknown
  subscriptionId?: unknown
  scenario?: unknown
}): CustomerScenario {
  const { planId, subscriptionId } = body
  if ((planId === undefined) === (subscriptionId === undefined)) {
    throw invalidInput('Pass exactly one of planId and subscriptionId.')
  }
  if (planId !== undefined) {
    const scenario = readScenario(newCustomerScenarios, body.scenario ?? 'subscribe', 'planId')
    return { planId: readId('planId', planId), scenario }
  }
  const scenario = readScenario(subscriberScenarios, body.scenario, 'subscriptionId')
  return { subscriptionId: readId('subscriptionId', subscriptionId), scenario }
}

function readId(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalidInput(`${name} must be an id.`)
}

function readScenario<Name extends string>(
  names: readonly Name[],
  value: unknown,
  fieldName: string,
): Name {
  const name = names.find((candidate) => candidate === value)
  if (name) return name
  throw invalidInput(`With ${fieldName}, scenario must be one of ${names.join(', ')}.`)
}
