import { Type } from 'typebox'
import type { Access } from '../../../auth/access.js'
import { merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import { requireCall } from '../../../auth/limits/take-call.js'
import { invalidInput } from '../../../lib/errors.js'
import { parseAddress } from '../../../lib/hex.js'
import type { Routes } from '../../../platform/feature.js'
import { readingFrom } from '../../../platform/reading-from.js'
import { getBalances } from './get-balances.js'
import { getRelease } from './get-release.js'
import { exportPayouts, getPayouts } from './list-payouts.js'
import {
  PayoutBalances,
  Payouts,
  PayoutsCsvQuery,
  PayoutsQuery,
  PayoutTransaction,
  ReleaseQuery,
} from './schemas.js'

/** Money on its way to the recipients of a merchant, and what they got. */
export const overviewRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const guard = anyOf(developer({ scope: 'split:read' }), session({ may: 'split:read' }))
  const tags = ['payouts']

  app.get(
    '/api/payouts/balances',
    {
      config: { outage: 'refuse', guard },
      schema: {
        tags,
        summary: 'List the money that waits for its recipients, and why',
        response: { 200: PayoutBalances },
      },
    },
    async (request) => getBalances(ctx, merchantOf(request)),
  )

  app.get(
    '/api/payouts',
    {
      config: { outage: 'refuse', guard },
      schema: {
        tags,
        summary: 'List payouts to recipients, newest first',
        querystring: PayoutsQuery,
        response: { 200: Payouts },
      },
    },
    async (request) =>
      getPayouts(readingFrom(ctx), { merchant: merchantOf(request), query: request.query }),
  )

  app.get(
    '/api/payouts/export',
    {
      config: { outage: 'refuse', guard },
      schema: {
        tags,
        summary: 'Download payouts as CSV, one line for each recipient',
        description: 'A statement of one recipient with `account`. At most 50,000 lines.',
        querystring: PayoutsCsvQuery,
        response: {
          200: { content: { 'text/csv': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const merchant = merchantOf(request)
      const network = access.hashNetwork(request.ip)
      const counting = { limiter: access.limiter, config: ctx.config }
      await requireCall(counting, 'reports', { merchant, network })
      const csv = await exportPayouts(readingFrom(ctx), { merchant, query: request.query })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="payouts.csv"')
        .send(csv)
    },
  )

  app.get(
    '/api/payouts/transaction',
    {
      config: { outage: 'refuse', guard },
      schema: {
        tags,
        summary: 'Get the transaction that pays out a balance now',
        description:
          'Anyone may send it, from any wallet, which pays the gas. The money goes to the recipients of the split only. The service sends it by itself when it is due.',
        querystring: ReleaseQuery,
        response: { 200: PayoutTransaction },
      },
    },
    async (request) => {
      const { payoutAddress, token } = request.query
      return getRelease(ctx, {
        merchant: merchantOf(request),
        payoutAddress: readAddress('payoutAddress', payoutAddress),
        token: readAddress('token', token),
      })
    },
  )
}

/** Also reads the zero address, which stands for the native token. */
function readAddress(name: string, text: string) {
  const address = parseAddress(text)
  if (address) return address
  throw invalidInput(`${name} must be an address: 0x and 40 hex digits.`)
}
