import type { Access } from '../../auth/access.js'
import { operatorOf } from '../../auth/caller.js'
import { operator } from '../../auth/guards.js'
import { type Address, checksumAddress, readWallet } from '../../lib/hex.js'
import type { Routes } from '../../platform/feature.js'
import { readWhole } from '../../platform/http/read-query.js'
import { changePlan, resumeMerchant, suspendMerchant } from './change-merchant.js'
import { getMerchant, listMerchantPage, readMerchantFilter } from './get-merchant.js'
import { readCursor, writeCursor } from './position.js'
import type { ListedMerchant } from './read-model/merchant-store.js'
import {
  MerchantPage,
  MerchantParams,
  MerchantQuery,
  MerchantResponse,
  PlanChange,
  SuspendBody,
} from './schemas.js'

/** The merchants of the platform, for its operators. */
export const merchantRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const { developers } = access
  const config = { guard: operator() }

  app.get(
    '/api/admin/merchants',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'List and search merchants, newest first',
        description:
          '`plan` is the best plan in force. A merchant without an owner waits to be claimed with its key.',
        querystring: MerchantQuery,
        response: { 200: MerchantPage },
      },
    },
    async ({ query }) => {
      const { merchants, next } = await listMerchantPage(ctx, {
        filter: readMerchantFilter(query),
        before: readCursor(query.cursor, /^0x[0-9a-f]{40}$/),
        limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
      })
      return {
        ok: true as const,
        merchants: merchants.map(describeMerchant),
        nextCursor: next && writeCursor(next),
      }
    },
  )

  app.get(
    '/api/admin/merchants/:wallet',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get a merchant with its plans',
        params: MerchantParams,
        response: { 200: MerchantResponse },
      },
    },
    ({ params }) => show(readWallet('wallet', params.wallet)),
  )

  app.post(
    '/api/admin/merchants/:wallet/plan',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Change the plan of a merchant',
        description:
          'Sets the plan that has no end. Plans that the merchant has paid for keep their time. Repeating it changes nothing.',
        params: MerchantParams,
        body: PlanChange,
        response: { 200: MerchantResponse },
      },
    },
    async (request) => {
      const merchant = readWallet('wallet', request.params.wallet)
      const { plan } = request.body
      await changePlan(ctx, { by: operatorOf(request, merchant), plan, developers })
      return show(merchant)
    },
  )

  app.post(
    '/api/admin/merchants/:wallet/suspend',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Suspend a merchant',
        description:
          'Its keys and staff can read but not write, its shop is not listed, and its subscriptions are not charged. Payments on the way still settle. Repeating it changes nothing.',
        params: MerchantParams,
        body: SuspendBody,
        response: { 200: MerchantResponse },
      },
    },
    async (request) => {
      const merchant = readWallet('wallet', request.params.wallet)
      const { reason } = request.body
      await suspendMerchant(ctx, { by: operatorOf(request, merchant), reason, developers })
      return show(merchant)
    },
  )

  app.post(
    '/api/admin/merchants/:wallet/resume',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'End the suspension of a merchant',
        description:
          'Its subscriptions are charged for their current period; periods that ended are skipped. Repeating it changes nothing.',
        params: MerchantParams,
        response: { 200: MerchantResponse },
      },
    },
    async (request) => {
      const merchant = readWallet('wallet', request.params.wallet)
      await resumeMerchant(ctx, { by: operatorOf(request, merchant), developers })
      return show(merchant)
    },
  )

  async function show(wallet: Address) {
    const { subscriptions, members, keys, receipts, ...merchant } = await getMerchant(ctx, wallet)
    return {
      ok: true as const,
      merchant: {
        ...describeMerchant(merchant),
        subscriptions: subscriptions.map(({ keyId: _, ...subscription }) => subscription),
        members,
        keys,
        receipts,
      },
    }
  }
}

function describeMerchant(merchant: ListedMerchant) {
  const { wallet, owner } = merchant
  return {
    ...merchant,
    wallet: checksumAddress(wallet),
    owner: owner && checksumAddress(owner),
  }
}
