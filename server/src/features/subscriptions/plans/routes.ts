import type { FastifyRequest } from 'fastify'
import type { Access } from '../../../auth/access.js'
import { authorOf, findMerchant, merchantOf } from '../../../auth/caller.js'
import {
  anyOf,
  anyone,
  developer,
  subscriptionReaders,
  subscriptionWriters,
} from '../../../auth/guards.js'
import { requireCall } from '../../../auth/limits/take-call.js'
import { readWallet } from '../../../lib/hex.js'
import { recallFrom } from '../../../platform/degraded/recall-from.js'
import type { Routes } from '../../../platform/feature.js'
import { newIdFor } from '../../../platform/http/idempotency/claim-request.js'
import { etagOf, readExpectedRevision } from '../../../platform/http/revisions.js'
import { requireSameMerchant } from '../lifecycle/status-access.js'
import { createPlan } from './create-plan.js'
import { listPlanHistory } from './list-plan-history.js'
import { listPlans } from './list-plans.js'
import { describePlan } from './plan.js'
import {
  BillingPlanList,
  BillingPlanQuery,
  BillingPlanResponse,
  CreateBillingPlanBody,
  DeleteBillingPlanBody,
  DeletedBillingPlan,
  PlanHistory,
  UpdateBillingPlanBody,
} from './schemas.js'
import { updatePlan } from './update-plan.js'

/** Plans that customers subscribe to. */
export const planRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const path = '/api/subscriptions/plans'
  const errorFields = { success: false }
  const mayRead = anyOf(anyone({ limit: 'plan-lists' }), developer())
  const mayWrite = subscriptionWriters()

  const { limiter, hashNetwork } = access
  const countChange = (request: FastifyRequest) =>
    requireCall({ limiter, config: ctx.config }, 'plan-changes', {
      merchant: merchantOf(request),
      network: hashNetwork(request.ip),
    })

  app.get(
    path,
    {
      config: { outage: 'recall', guard: mayRead, errorFields },
      schema: {
        summary: "List a merchant's active plans",
        description:
          'Public. `permission` has the values of the spend permission that a customer signs to subscribe.',
        querystring: BillingPlanQuery,
        response: { 200: BillingPlanList },
      },
    },
    async (request) => {
      const merchant = readWallet('wallet', request.query.wallet ?? '')
      const isOwn = findMerchant(request) === merchant
      const { ctx: recalling, mark } = recallFrom(ctx, merchant)
      const plans = await listPlans(recalling, { merchant, isOwn })
      return {
        success: true as const,
        plans: plans.map((plan) => describePlan(plan, ctx.now())),
        ...mark(),
      }
    },
  )

  app.get(
    `${path}/history`,
    {
      config: { outage: 'refuse', guard: subscriptionReaders(), errorFields },
      schema: {
        summary: 'List all plans with their versions and subscribers',
        description: 'Also plans that take no new subscriptions.',
        response: { 200: PlanHistory },
      },
    },
    async (request) => ({
      success: true as const,
      plans: await listPlanHistory(ctx, merchantOf(request)),
    }),
  )

  app.post(
    path,
    {
      config: { outage: 'refuse', guard: mayWrite, errorFields, idempotent: {} },
      schema: {
        summary: 'Create a plan',
        body: CreateBillingPlanBody,
        response: { 201: BillingPlanResponse },
      },
    },
    async (request, reply) => {
      const by = authorOf(request)
      requireSameMerchant(by.merchant, request.body.wallet)
      await countChange(request)
      const id = newIdFor(ctx, { request, prefix: 'plan' })
      const plan = await createPlan(ctx, { by, id, body: request.body })
      return reply.code(201).send({ success: true as const, plan: describePlan(plan, ctx.now()) })
    },
  )

  app.put(
    path,
    {
      config: { outage: 'refuse', guard: mayWrite, errorFields },
      schema: {
        summary: 'Update a plan',
        description:
          'A new price or period applies to new subscriptions only. Existing subscriptions keep theirs.',
        body: UpdateBillingPlanBody,
        response: { 200: BillingPlanResponse },
      },
    },
    async (request, reply) => {
      const by = authorOf(request)
      const expectedRevision = readExpectedRevision(request)
      const { planId, wallet, expectedRevision: _expected, ...fields } = request.body
      requireSameMerchant(by.merchant, wallet)
      await countChange(request)
      const plan = await updatePlan(ctx, { by, planId, fields, expectedRevision })
      reply.header('etag', etagOf(plan.revision))
      return { success: true as const, plan: describePlan(plan, ctx.now()) }
    },
  )

  app.delete(
    path,
    {
      config: { outage: 'refuse', guard: mayWrite, errorFields },
      schema: {
        summary: 'Deactivate a plan',
        description: 'It takes no new subscriptions. Existing subscriptions continue.',
        body: DeleteBillingPlanBody,
        response: { 200: DeletedBillingPlan },
      },
    },
    async (request) => {
      const by = authorOf(request)
      const { planId, wallet } = request.body
      requireSameMerchant(by.merchant, wallet)
      await countChange(request)
      await updatePlan(ctx, { by, planId, fields: { active: false } })
      return { success: true as const, planId, active: false as const }
    },
  )
}
