import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** The remaining time of the merchant's developer plan, in seconds. */
export type Balance = components['schemas']['Balance']

/** The limits of the merchant that are in force, and how much of them is used. */
export type LimitsInForce = components['schemas']['LimitsInForce']

/**
 * The developer plan of the merchant.
 *
 * @example
 * const { plan, remainingSeconds } = await client.billing.balance()
 */
export type BillingResource = {
  /**
   * Returns the remaining time of the plan. Zeros with `degraded: true` while the service's
   * database is unavailable.
   */
  balance(): Promise<Balance>
  /**
   * Returns the limits in force and their use.
   *
   * @example
   * const { plans } = await client.billing.limits()
   * const [{ calls }] = plans
   */
  limits(): Promise<LimitsInForce>
}

/** Creates the billing calls on top of `request`. */
export function createBillingResource(request: SendRequest): BillingResource {
  return {
    balance: () => request<Balance>({ method: 'GET', path: '/api/billing/balance' }),
    limits: () => request<LimitsInForce>({ method: 'GET', path: '/api/billing/limits' }),
  }
}
