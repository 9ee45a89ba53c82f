import { Type } from 'typebox'
import { merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import { invalidInput } from '../../../lib/errors.js'
import { type Address, parseAddress } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, baseUnitsToDecimal, shareOut } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { degradedFields } from '../../../platform/degraded/degraded.js'
import type { Routes } from '../../../platform/feature.js'
import { integerText } from '../../../platform/http/query-schemas.js'
import { readWhole } from '../../../platform/http/read-query.js'
import { listSplitPayments, type SplitPayment } from '../read-model/split-payment-store.js'

export const splitTransactionRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/split/transactions',
    {
      config: {
        outage: 'recall',
        guard: anyOf(developer({ scope: 'split:read' }), session({ may: 'split:read' })),
      },
      schema: {
        summary: 'List payments through the split, newest first',
        querystring: TransactionQuery,
        response: { 200: SplitTransactions },
      },
    },
    async (request, reply) => {
      const { address, limit } = request.query
      const filter = {
        merchant: merchantOf(request),
        address: address ? readAddress(address) : null,
        limit: readWhole('limit', limit, { min: 1, max: 200, fallback: 50 }),
      }
      try {
        const payments = await listSplitPayments(ctx.db, filter)
        return payments.flatMap((payment) => describeTransaction(payment) ?? [])
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        // A bare array has no room for a mark.
        reply.header('x-degraded', degradedFields.reason)
        return []
      }
    },
  )
}

function readAddress(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw invalidInput('address must be the address of a split or a recipient')
  return address
}

/** Describes a payment through a split, or returns null for an unknown token. */
function describeTransaction(payment: SplitPayment) {
  const { chainId, transactionHash, logIndex, receiptId, token, units, recipients } = payment
  const asset = findAsset(chainId, token)
  if (!asset) return null
  const platform = recipients.find(({ role }) => role === 'platform')
  const [fees = baseUnits(0n)] = shareOut(units, [platform?.sharesBps ?? 0])
  const decimal = (amount: BaseUnits) => Number(baseUnitsToDecimal(amount, asset.decimals))
  return {
    id: `${transactionHash}:${logIndex}`,
    receiptId,
    currency: asset.symbol,
    amount: decimal(units),
    fees: decimal(fees),
    status: statusOf(payment),
    transactionHash,
    timestamp: new Date(payment.paidAt).toISOString(),
  }
}

function statusOf({ state, isReleased }: SplitPayment): 'pending' | 'released' | 'failed' {
  if (state === 'orphaned') return 'failed'
  return isReleased ? 'released' : 'pending'
}

const TransactionQuery = Type.Object({
  address: Type.Optional(Type.String({ description: 'A split or one of its recipients' })),
  limit: integerText('From 1 to 200; default 50', { minimum: 1, maximum: 200, default: 50 }),
})

const SplitTransaction = Type.Object(
  {
    id: Type.String(),
    receiptId: Type.String(),
    currency: Type.String({ description: 'Symbol of the token' }),
    amount: Type.Number({ description: 'In that token' }),
    fees: Type.Number({ description: "The platform's share of it" }),
    status: Type.Union(
      [Type.Literal('pending'), Type.Literal('released'), Type.Literal('failed')],
      {
        description:
          'released once the split paid its recipients; failed when a reorg removed the payment',
      },
    ),
    transactionHash: Type.String(),
    timestamp: Type.String({ description: 'When it was paid (ISO 8601)' }),
  },
  { title: 'SplitTransaction' },
)

const SplitTransactions = Type.Array(SplitTransaction)
