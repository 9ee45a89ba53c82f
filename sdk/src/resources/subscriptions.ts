import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { type CreateOptions, readIdempotencyKey } from '../idempotency-key.js'
import type { SendRequest } from '../request.js'

type Schemas = components['schemas']

/** A plan that customers subscribe to, with the values of the permission to sign. */
export type BillingPlan = Schemas['BillingPlan']

/** A plan to create. */
export type NewBillingPlan = Schemas['CreateBillingPlanBody']

/** The fields of a plan to change. Omitted fields keep their values. */
export type BillingPlanChange = Omit<Schemas['UpdateBillingPlanBody'], 'planId'>

/** A plan, and the customer's signed permission. */
export type NewSubscription = Schemas['CreateSubscriptionBody']

/** A subscription with its plan, its status and its periods. */
export type Subscription = Schemas['Subscription']

/** A subscription as anyone sees it who knows its id. */
export type SubscriptionOutline = Schemas['SubscriptionOutline']

/** An attempt to charge a subscription. */
export type BillingEvent = Schemas['BillingEvent']

/** The status of a subscription and its next charge. */
export type SubscriptionSummary = Schemas['SubscriptionSummary']

/** A subscription that the customer canceled. */
export type CanceledSubscription = Schemas['CanceledSubscription']

/** The subscription to cancel, and the wallet of its customer. */
export type SubscriptionCancel = Schemas['CancelSubscriptionBody']

/** Expected revenue per day, and the charges that will fail. */
export type SubscriptionForecast = Omit<Schemas['SubscriptionForecast'], 'success'>

/** A page of subscriptions, newest first. */
export type SubscriptionPage = { subscriptions: Subscription[]; nextCursor: string | null }

/** The wallet whose subscriptions to list, filters, and the page. */
export type SubscriptionQuery = ({ customer: string } | { merchant: string }) & {
  /** Only this plan. */
  planId?: string | undefined
  status?: Schemas['SubscriptionStatusName'] | undefined
  /** First time of the next charge, Unix ms. */
  nextChargeFrom?: number | undefined
  /** Last time of the next charge, Unix ms. */
  nextChargeTo?: number | undefined
  /** Start of an id or of a customer's wallet, or part of the name of a plan. */
  q?: string | undefined
  /** 1 to 100, default 50. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/** A page of attempts to charge subscriptions, newest first. */
export type BillingEventPage = { billingEvents: BillingEvent[]; nextCursor: string | null }

/** The attempts to list, and the page. */
export type BillingEventQuery = {
  subscriptionId?: string | undefined
  status?: Schemas['ChargeStatus'] | undefined
  /** First time of creation, Unix ms. */
  from?: number | undefined
  /** Last time of creation, Unix ms. */
  to?: number | undefined
  /** 1 to 200, default 100. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/** The period and the page of a forecast. */
export type ForecastQuery = {
  /** 1 to 90 days including today, default 30. */
  days?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/**
 * Plans of the merchant, and subscriptions to them.
 *
 * @example
 * const [plan] = await client.subscriptions.plans.list(merchantWallet)
 * const { permissionData, typedData } = createSpendPermission({ plan, account: wallet.address })
 * const { subscriptionId } = await client.subscriptions.create({
 *   planId: plan.planId,
 *   customerWallet: wallet.address,
 *   permissionData,
 *   permissionSignature: await wallet.signTypedData(typedData),
 * })
 */
export type SubscriptionsResource = {
  plans: {
    /** Returns the active plans of a merchant, oldest first. Requires no API key. */
    list(wallet: string): Promise<BillingPlan[]>
    /** Creates a plan. Requires the scope `subscriptions:write` or `receipts:write`. */
    create(plan: NewBillingPlan, options?: CreateOptions): Promise<BillingPlan>
    /**
     * Updates the given fields. A new price or period applies to new subscriptions only. Requires
     * the scope `subscriptions:write` or `receipts:write`.
     */
    update(planId: string, change: BillingPlanChange): Promise<BillingPlan>
    /**
     * Deactivates a plan. Existing subscriptions continue. Requires the scope `subscriptions:write`
     * or `receipts:write`.
     */
    delete(planId: string): Promise<void>
  }
  /**
   * Subscribes a customer by a signed permission. The same permission again returns the same
   * subscription. Requires no API key.
   */
  create(subscription: NewSubscription): Promise<SubscriptionSummary>
  /**
   * Returns a subscription. With a key of another merchant, or without one, it is an outline.
   * Requires the scope `subscriptions:read` or `receipts:read` if there is a key.
   *
   * @example
   * const subscription = await client.subscriptions.get(subscriptionId)
   * if ('customerWallet' in subscription) console.log(subscription.customerWallet)
   */
  get(subscriptionId: string): Promise<Subscription | SubscriptionOutline>
  /**
   * Returns a page of the subscriptions of your merchant, or of a customer of yours. Requires the
   * scope `subscriptions:read` or `receipts:read`.
   */
  list(query: SubscriptionQuery): Promise<SubscriptionPage>
  /**
   * Cancels a subscription for its customer. Requires the scope `subscriptions:write` or
   * `receipts:write`, or the customer's `signature` of the text `Cancel subscription
   * <subscriptionId>`.
   */
  cancel(cancel: SubscriptionCancel): Promise<CanceledSubscription>
  /**
   * Pauses the charges of a subscription. Requires the scope `subscriptions:write` or
   * `receipts:write`.
   */
  pause(subscriptionId: string): Promise<SubscriptionSummary>
  /**
   * Resumes a subscription and charges the current period unless it was charged before. Requires
   * the scope `subscriptions:write` or `receipts:write`.
   */
  resume(subscriptionId: string): Promise<SubscriptionSummary>
  /**
   * Returns a page of the attempts to charge your customers. Requires the scope
   * `subscriptions:read` or `receipts:read`.
   */
  billingEvents(query?: BillingEventQuery): Promise<BillingEventPage>
  /**
   * Returns the expected revenue per day and the charges that will fail, for up to 500
   * subscriptions per page. Requires the scope `subscriptions:read` or `receipts:read`.
   */
  forecast(query?: ForecastQuery): Promise<SubscriptionForecast>
}

const path = '/api/subscriptions'

/** Creates the subscription calls on top of `request`. */
export function createSubscriptionsResource(request: SendRequest): SubscriptionsResource {
  const post = async <Result>(verb: string, body: object): Promise<Result> => {
    const { subscription } = await request<{ subscription: Result }>({
      method: 'POST',
      path: `${path}/${verb}`,
      body,
    })
    return subscription
  }

  return {
    plans: createPlans(request),
    create: (subscription) => post<SubscriptionSummary>('create', subscription),
    get: async (subscriptionId) => {
      const { subscription } = await request<{ subscription: Subscription | SubscriptionOutline }>({
        method: 'GET',
        path: `${path}/status${formatQuery({ subscriptionId })}`,
      })
      return subscription
    },
    list: async (query) => {
      const { subscriptions, nextCursor } = await request<SubscriptionPage>({
        method: 'GET',
        path: `${path}/status${formatQuery(query)}`,
      })
      return { subscriptions, nextCursor }
    },
    cancel: (cancel) => post<CanceledSubscription>('cancel', cancel),
    pause: (subscriptionId) => post<SubscriptionSummary>('pause', { subscriptionId }),
    resume: (subscriptionId) => post<SubscriptionSummary>('resume', { subscriptionId }),
    billingEvents: async (query = {}) => {
      const { billingEvents, nextCursor } = await request<BillingEventPage>({
        method: 'GET',
        path: `${path}/billing-events${formatQuery(query)}`,
      })
      return { billingEvents, nextCursor }
    },
    forecast: async (query = {}) => {
      const { success: _, ...forecast } = await request<Schemas['SubscriptionForecast']>({
        method: 'GET',
        path: `${path}/forecast${formatQuery(query)}`,
      })
      return forecast
    },
  }
}

function createPlans(request: SendRequest): SubscriptionsResource['plans'] {
  const plansPath = `${path}/plans` as const

  return {
    list: async (wallet) => {
      const { plans } = await request<{ plans: BillingPlan[] }>({
        method: 'GET',
        path: `${plansPath}${formatQuery({ wallet })}`,
      })
      return plans
    },
    create: async (body, options = {}) => {
      const { plan } = await request<{ plan: BillingPlan }>({
        method: 'POST',
        path: plansPath,
        body,
        idempotencyKey: readIdempotencyKey(options),
      })
      return plan
    },
    update: async (planId, change) => {
      const { plan } = await request<{ plan: BillingPlan }>({
        method: 'PUT',
        path: plansPath,
        body: { ...change, planId },
      })
      return plan
    },
    delete: async (planId) => {
      await request({ method: 'DELETE', path: plansPath, body: { planId } })
    },
  }
}
