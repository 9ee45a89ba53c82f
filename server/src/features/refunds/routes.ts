import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf, personOf, principalOf, sellerOf } from '../../auth/caller.js'
import { anyOf, device, session } from '../../auth/guards.js'
import { hasRight, missingRight } from '../../auth/roles.js'
import { describeNetwork } from '../../platform/chain/networks.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { ownSalesOf } from '../receipts/read/own-sales.js'
import { Done } from '../receipts/schemas.js'
import { approveRefund } from '../registers/approve.js'
import { nameTransaction } from './confirm/name-transaction.js'
import { planRefund } from './plan/plan-refund.js'
import { RefundPlanBody, RefundPlanResponse } from './plan/schemas.js'
import { readFlag, readNamedTransaction } from './record/read-refund.js'
import { refundReceipt } from './record/refund-receipt.js'
import { deleteRefunds, eraseReasons } from './record/refund-store.js'
import type { RefundConsent } from './record/require-consent.js'
import { RefundBody } from './record/schemas.js'

const refundRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  app.post(
    '/api/receipts/refund/plan',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(session({ may: 'refunds:plan' }), device({ may: 'refund' })),
        stores: 'nothing',
      },
      schema: {
        summary: 'Plan a refund without recording it',
        description: 'Send the transfers, then record the refund with POST /api/receipts/refund.',
        body: RefundPlanBody,
        response: { 200: RefundPlanResponse },
      },
    },
    async (request) => {
      const own = ownSalesOf(request)
      const merchant = merchantOf(request)
      const consent = readFlag('sending', request.body.sending) ? requireSender(request) : null
      const { body } = request
      const { shares, ...planned } = await planRefund(ctx, { merchant, body, own, consent })
      const plan = { ...planned, network: await describeNetwork(ctx) }
      return { ok: true as const, plan: readsSplit(request) ? { ...plan, shares } : plan }
    },
  )

  app.post(
    '/api/receipts/refund',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(session({ may: 'refunds:write' }), device({ may: 'refund' })),
        idempotent: {},
      },
      schema: {
        summary: 'Record a refund',
        description:
          'Returning more of a receipt than refundLimitUsd of the shop needs a sign-in or step-up within five minutes, or at a register the approval of a second cashier.',
        body: RefundBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      const named = readNamedTransaction(request.body)
      if (named) {
        await nameTransaction(ctx, { by: sellerOf(request), ...named })
        return { ok: true as const }
      }
      const { by, consent } = await authorize(request)
      const id = newIdFor(ctx, { request, prefix: 'rfnd' })
      await refundReceipt(ctx, { by, id, body: request.body, consent })
      return { ok: true as const }
    },
  )

  /** The PIN of an approval is checked before the refund, because each attempt must be stored. */
  async function authorize(request: FastifyRequest<{ Body: RefundBody }>) {
    const by = sellerOf(request)
    if (!('registerId' in by)) {
      const { verifiedAt } = personOf(request)
      return { by: principalOf(request), consent: { verifiedAt } }
    }
    const { approval } = request.body
    const network = access.hashNetwork(request.ip)
    const approvedBy = await approveRefund(ctx, { by, approval, pins: access.pins, network })
    return { by, consent: { approvedBy } }
  }
}

/**
 * Returns the consent of a person who is about to send the transfers of a plan.
 *
 * @throws {AppError} `forbidden`.
 */
function requireSender(request: FastifyRequest): RefundConsent {
  const { verifiedAt } = personOf(request)
  const { role } = principalOf(request)
  if (!hasRight(role, 'refunds:write')) throw missingRight(role, 'refunds:write')
  return { verifiedAt }
}

/** A cashier at a register never does. */
function readsSplit({ caller }: FastifyRequest): boolean {
  return caller?.kind === 'person' && caller.role !== null && hasRight(caller.role, 'split:read')
}

export const refundsFeature: Feature<{ access: Access }> = {
  tag: 'receipts',
  routes: [refundRoutes],
  deleteSales: (ctx, merchant) => deleteRefunds(ctx.db, merchant),
  erasePersonalData: (ctx, subject) => eraseReasons(ctx.db, subject),
}
