import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf, personOf, receiptOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, portal, session } from '../../auth/guards.js'
import { signInCookies, userAgentOf } from '../../auth/sessions/cookies.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { checksumAddress } from '../../lib/hex.js'
import { inTransaction } from '../../platform/context.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { placeOrder } from '../orders/sell/place-order.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { startSession } from '../sessions/session.js'
import { advanceClock, resetClock } from './advance-clock.js'
import { cardRoutes } from './card/routes.js'
import { demoOrder } from './demo-shops.js'
import { demoMerchant } from './demo-wallets.js'
import { readScenario } from './pay/read-scenario.js'
import { simulatePayment } from './pay/simulate-payment.js'
import { type DeleteSales, resetSandbox } from './reset-sandbox.js'
import {
  ClockChange,
  ClockChanged,
  CustomerSimulated,
  PaymentSimulated,
  SandboxReset,
  SimulateCustomerBody,
  SimulatePaymentBody,
} from './schemas.js'
import { signInRoutes } from './sign-in.js'
import { readCustomerScenario } from './subscribe/read-customer-scenario.js'
import { simulateCustomer } from './subscribe/simulate-customer.js'

type CheckoutRouteParts = { access: Access }

/** A response without a body. The header `location` has the URL. */
const paymentPage = { description: 'Redirects to the payment page', content: {} }

/** Lets the start page open the payment page of a new order, in a sandbox only. */
const checkoutRoutes: Routes<CheckoutRouteParts> = async (app, { ctx, access }) => {
  if (!ctx.sandbox) return

  // A form without fields, so that the start page needs no script. Its body is not read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async () => undefined,
  )

  app.post(
    '/sandbox/checkout',
    {
      config: { outage: 'refuse', guard: anyone({ limit: 'shop-orders' }), createsReceipt: true },
      schema: {
        summary: 'Open a demo checkout',
        description: 'Places an order at the demo shop and redirects to its payment page.',
        response: { 303: paymentPage },
      },
    },
    async (request, reply) => {
      const { receipt } = await placeOrder(ctx, {
        merchant: demoMerchant.address,
        id: ctx.newId('rcpt'),
        by: 'start page',
        keyId: null,
        network: access.hashNetwork(request.ip),
        body: demoOrder,
      })
      const paymentUrlOf = await createPaymentUrls(ctx)
      // Only path and query: a phone may have opened the start page by another host name.
      const { pathname, search } = new URL(paymentUrlOf(receipt))
      return reply.redirect(`${pathname}${search}`, 303)
    },
  )
}

export type SandboxRouteParts = { deleteSales: DeleteSales }

/** Routes that exist only in sandbox mode. */
const sandboxRoutes: Routes<SandboxRouteParts> = async (app, { ctx, deleteSales }) => {
  const { sandbox } = ctx
  if (!sandbox) return
  const mayManage = anyOf(developer(), session({ may: 'shop:write' }))

  app.post(
    '/api/sandbox/clock',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Advance the clock, or return to real time',
        description:
          'Advances the clock of the service and the chain for all merchants, or returns it to real time. The change survives a restart.',
        body: ClockChange,
        response: { 200: ClockChanged },
      },
    },
    async (request, reply) => {
      const { advanceMs, reset = false } = request.body
      if ((advanceMs === undefined) !== reset) {
        throw invalidInput('Send either advanceMs, or reset: true.')
      }
      const now =
        advanceMs === undefined
          ? await resetClock(ctx, sandbox)
          : await advanceClock(ctx, { sandbox, advanceMs })
      if (request.caller?.kind === 'person') await continueSession(request, reply)
      return { ok: true as const, now, aheadMs: sandbox.clock.aheadMs() }
    },
  )

  /** The session of the person who moves the clock would otherwise end with the hours skipped. */
  async function continueSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id: person } = personOf(request)
    const [userAgent, correlationId] = [userAgentOf(request), request.id]
    const cookies = await inTransaction(ctx, (inTx) =>
      startSession(inTx, { person, userAgent, correlationId }),
    )
    reply.header('set-cookie', signInCookies(ctx.config, cookies))
  }

  app.post(
    '/api/sandbox/pay',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer(), session({ may: 'receipts:write' }), portal()),
      },
      schema: {
        summary: 'Simulate a payment',
        description:
          'Pays on the sandbox chain as a test buyer, or simulates a failure. The receipt changes as it would in live mode.',
        body: SimulatePaymentBody,
        response: { 200: PaymentSimulated },
      },
    },
    async (request) => {
      const { receiptId, scenario, token } = request.body
      if (typeof receiptId !== 'string' || receiptId === '') {
        throw new AppError('missing_receipt_id', 'receiptId is required.')
      }
      const ref = receiptOf(request, receiptId)
      const simulated = await simulatePayment(ctx, {
        sandbox,
        ref,
        scenario: readScenario(scenario),
        symbol: readSymbol(token),
      })
      return { ok: true as const, receiptId, scenario: String(scenario), ...simulated }
    },
  )

  app.post(
    '/api/sandbox/subscriptions',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Simulate a subscriber',
        description:
          'Subscribes a new test customer to a plan, or takes away what the customer of a subscription needs to pay. Charges then succeed or fail as they would in live mode.',
        body: SimulateCustomerBody,
        response: { 200: CustomerSimulated },
      },
    },
    async (request) => {
      const chosen = readCustomerScenario(request.body)
      const merchant = merchantOf(request)
      const simulated = await simulateCustomer(ctx, { sandbox, merchant, ...chosen })
      const { id, permission } = simulated.subscription
      return {
        ok: true as const,
        subscriptionId: id,
        customerWallet: checksumAddress(permission.account),
        scenario: chosen.scenario,
        transactionHashes: simulated.transactionHashes,
      }
    },
  )

  app.post(
    '/api/sandbox/reset',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Delete all receipts',
        description:
          "Deletes the merchant's receipts and their data. Keeps the shop, catalog, keys, split and the chain.",
        response: { 200: SandboxReset },
      },
    },
    async (request) => {
      const receipts = await resetSandbox(ctx, {
        sandbox,
        merchant: merchantOf(request),
        deleteSales,
      })
      return { ok: true as const, receipts }
    },
  )
}

function readSymbol(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'USDC'
  if (typeof value === 'string') return value.toUpperCase()
  throw invalidInput('token must be a token symbol, such as USDC')
}

export const sandboxFeature: Feature<SandboxRouteParts & CheckoutRouteParts> = {
  tag: 'sandbox',
  routes: [sandboxRoutes, signInRoutes, checkoutRoutes, cardRoutes],
}
