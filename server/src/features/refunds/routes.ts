import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf, personOf, principalOf, sellerOf } from '../../auth/caller.js'
import { anyOf, device, session } from '../../auth/guards.js'
import { hasRight, missingRight } from '../../auth/roles.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { HOUR_MS, unixMs } from '../../lib/time.js'
import { describeNetwork } from '../../platform/chain/networks.js'
import { inTransaction } from '../../platform/context.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { ownSalesOf } from '../receipts/read/own-sales.js'
import { Done } from '../receipts/schemas.js'
import { authorName } from '../receipts/status/add-timeline-entry.js'
import { approveRefund } from '../registers/approve.js'
import { nameTransaction } from './confirm/name-transaction.js'
import { planRefund } from './plan/plan-refund.js'
import { RefundPlanBody, RefundPlanResponse, ReservationQuery } from './plan/schemas.js'
import { readFlag, readNamedTransaction, requireReceiptId } from './record/read-refund.js'
import { refundReceipt } from './record/refund-receipt.js'
import { deleteRefunds, eraseReasons } from './record/refund-store.js'
import type { RefundConsent } from './record/require-consent.js'
import { RefundBody } from './record/schemas.js'
import {
  deleteOldReservations,
  deleteReservation,
  deleteReservations,
  endReservation,
} from './reserve/reservation-store.js'
import {
  readReservationKey,
  requireUnreserved,
  reservationPauseMs,
  reserveRefund,
} from './reserve/reserve-refund.js'

const refundRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  app.post(
    '/api/receipts/refund/plan',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(session({ may: 'refunds:plan' }), device({ may: 'refund' })),
        stores: 'little',
      },
      schema: {
        summary: 'Plan a refund without recording it',
        description:
          'Send the transfers, then record the refund with POST /api/receipts/refund. With sending and reservation, the refund of the receipt is reserved for 15 minutes. Renewals end after an hour.',
        body: RefundPlanBody,
        response: { 200: RefundPlanResponse },
      },
    },
    async (request) => {
      const { body } = request
      const consent = readFlag('sending', body.sending) ? requireSender(request) : null
      const key = readReservationKey(body.reservation)
      if (key !== null && !consent) {
        throw invalidInput('reservation is for people who send the transfers. Add sending: true.')
      }
      const merchant = merchantOf(request)
      const input = { merchant, body, own: ownSalesOf(request), consent }
      const planReserved = async (reservationKey: string) => {
        const receiptId = requireReceiptId(body.receiptId)
        const heldBy = authorName(principalOf(request))
        // The plan is made after refunds that others have recorded. If it fails, nothing is
        // reserved.
        return inTransaction(ctx, async (inTx) => {
          const reserved = { merchant, receiptId, key: reservationKey, heldBy }
          const reservation = await reserveRefund(inTx, reserved)
          return { reservation, planned: await planRefund(inTx, input) }
        })
      }
      const plan = async () => {
        if (consent) {
          const receiptId = requireReceiptId(body.receiptId)
          await requireUnreserved(ctx, { merchant, receiptId })
        }
        return { planned: await planRefund(ctx, input) }
      }
      const { planned, ...reserved } = await (key === null ? plan() : planReserved(key))
      const { shares, ...shown } = planned
      const described = { ...shown, network: await describeNetwork(ctx) }
      return {
        ok: true as const,
        plan: readsSplit(request) ? { ...described, shares } : described,
        ...reserved,
      }
    },
  )

  app.delete(
    '/api/receipts/refund/reservation',
    {
      config: { outage: 'refuse', guard: session({ may: 'refunds:write' }) },
      schema: {
        summary: 'Release the reservation of a refund that is not sent',
        querystring: ReservationQuery,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { receiptId, reservation } = request.query
      const key = readReservationKey(reservation) ?? ''
      const merchant = merchantOf(request)
      const named = { merchant, receiptId: requireReceiptId(receiptId), key }
      await endReservation(ctx.db, { ...named, now: ctx.now() })
      return { ok: true as const }
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
      const { body } = request
      const key = readReservationKey(body.reservation)
      const named = readNamedTransaction(body)
      if (named) {
        const by = sellerOf(request)
        const { merchant } = by
        await nameTransaction(ctx, { by, ...named })
        if (key !== null) await deleteReservation(ctx.db, { merchant, ...named, key })
        return { ok: true as const }
      }
      const { by, consent } = await authorize(request)
      const id = newIdFor(ctx, { request, prefix: 'rfnd' })
      await refundReceipt(ctx, { by, id, body, consent, reservationKey: key })
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
  if (request.caller?.kind === 'device') {
    throw new AppError(
      'forbidden',
      'A register sends no transfers. Record the refund, or send it from the console.',
    )
  }
  const { verifiedAt } = personOf(request)
  const { role } = principalOf(request)
  if (!hasRight(role, 'refunds:write')) throw missingRight(role, 'refunds:write')
  return { verifiedAt }
}

/** A cashier at a register never does. */
function readsSplit({ caller }: FastifyRequest): boolean {
  return caller?.kind === 'person' && caller.role !== null && hasRight(caller.role, 'split:read')
}

const pruneReservations: Job = {
  name: 'prune-refund-reservations',
  everyMs: HOUR_MS,
  run: async ({ db, now }) => ({
    deleted: await deleteOldReservations(db, unixMs(now() - reservationPauseMs)),
  }),
}

export const refundsFeature: Feature<{ access: Access }> = {
  tag: 'receipts',
  routes: [refundRoutes],
  jobs: [pruneReservations],
  async deleteSales(ctx, merchant) {
    await deleteRefunds(ctx.db, merchant)
    await deleteReservations(ctx.db, merchant)
  },
  erasePersonalData: (ctx, subject) => eraseReasons(ctx.db, subject),
}
