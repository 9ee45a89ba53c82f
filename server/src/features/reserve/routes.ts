import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import { invalidInput } from '../../lib/errors.js'
import { dayOf } from '../../lib/time.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { describeHistory, describeRecommendations } from './describe-reserve.js'
import { getBalances } from './get-balances.js'
import { defaultWindowDays, getRecommendations } from './get-recommendations.js'
import { keptDays, recordReserve, recordReserves } from './record-reserves.js'
import { listCurrencies } from './reserve.js'
import { createReserveCache } from './reserve-cache.js'
import {
  HistoryQuery,
  RecommendQuery,
  ReserveBalances,
  ReserveHistory,
  ReserveRecommendations,
  ReserveSettingsBody,
  ReserveSettingsStored,
} from './schemas.js'
import { deleteDays, findSettings, listDays } from './store.js'
import { updateSettings } from './update-settings.js'

/** Balances on chain, and how much of them to keep. */
const reserveRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const mayRead = anyOf(developer(), session({ may: 'reports:read' }))
  const cache = createReserveCache(ctx, (merchant) => recordReserve(ctx, merchant))

  app.get(
    '/api/reserve/balances',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        summary: 'Get the balances on chain by currency',
        description:
          'Reads splits, deposit addresses and the wallet in one call to the chain, at most every 30 seconds. While the chain is unavailable, returns the last balances with their old `updatedAt`.',
        response: { 200: ReserveBalances },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const counting = { limiter: access.limiter, config: ctx.config }
      const network = access.hashNetwork(request.ip)
      await requireCall(counting, 'reserve-reads', { merchant, network })
      return getBalances(ctx, { merchant, cache })
    },
  )

  app.get(
    '/api/reserve/recommend',
    {
      config: { outage: 'refuse', guard: mayRead },
      schema: {
        summary: 'Recommend a reserve by currency',
        description:
          'Follows from the sales, refunds and taxes in the ledger, and from the subscription charges that become due. `parts` lists the amount of every heuristic.',
        querystring: RecommendQuery,
        response: { 200: ReserveRecommendations },
      },
    },
    async (request) => {
      const { windowDays: text } = request.query
      const windowDays = readDays('windowDays', text, { max: 365, fallback: defaultWindowDays })
      const merchant = merchantOf(request)
      const recommended = await getRecommendations(ctx, { merchant, windowDays })
      return describeRecommendations(recommended, await findSettings(ctx.db, merchant))
    },
  )

  app.post(
    '/api/reserve/recommend',
    {
      config: { outage: 'refuse', guard: session({ may: 'shop:write' }) },
      schema: {
        summary: 'Store the settings of the reserve',
        description:
          "Replaces the stored settings, up to 16 KiB, and keeps keys that the service does not know. `defaultJurisdictionCode` is written to the shop's tax settings instead.",
        body: ReserveSettingsBody,
        response: { 200: ReserveSettingsStored },
      },
    },
    async (request) => {
      await updateSettings(ctx, { body: request.body, by: principalOf(request) })
      return { ok: true as const }
    },
  )

  app.get(
    '/api/reserve/history',
    {
      config: { outage: 'refuse', guard: mayRead },
      schema: {
        summary: 'List the balances of past days',
        description:
          'One entry per day and currency, recorded once a day for merchants with sales in the last week, and when balances are read.',
        querystring: HistoryQuery,
        response: { 200: ReserveHistory },
      },
    },
    async (request) => {
      const days = readDays('days', request.query.days, { max: keptDays, fallback: 30 })
      const sinceDay = dayOf(ctx.now()) - days + 1
      const history = await listDays(ctx.db, { merchant: merchantOf(request), sinceDay })
      return describeHistory(history, listCurrencies(ctx.config.chainId))
    },
  )
}

/**
 * Reads a number of days from a query parameter.
 *
 * @throws {AppError} `invalid_input`.
 */
function readDays(
  name: string,
  text: string | undefined,
  { max, fallback }: { max: number; fallback: number },
): number {
  if (text === undefined || text === '') return fallback
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= max) return days
  throw invalidInput(`${name} must be a whole number from 1 to ${max}.`)
}

export const reserveFeature: Feature<{ access: Access }> = {
  tag: 'reserve',
  routes: [reserveRoutes],
  jobs: [recordReserves],
  deleteSales: (ctx, merchant) => deleteDays(ctx.db, merchant),
}
