import type { Access } from '../../../auth/access.js'
import { merchantOf } from '../../../auth/caller.js'
import { subscriptionReaders } from '../../../auth/guards.js'
import { requireCall } from '../../../auth/limits/take-call.js'
import type { Routes } from '../../../platform/feature.js'
import { describeForecast, getForecast, readForecastQuery } from './get-forecast.js'
import { ForecastQuery, ForecastResponse } from './schemas.js'

/** Forecasts of a merchant's charges. */
export const forecastRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const { limiter, hashNetwork } = access

  app.get(
    '/api/subscriptions/forecast',
    {
      config: {
        outage: 'refuse',
        guard: subscriptionReaders(),
        errorFields: { success: false },
      },
      schema: {
        summary: 'Forecast revenue and failing charges',
        description:
          'Reads balances, allowances and permissions from the chain as they are now. Charges of one customer share one balance. A page covers up to 500 subscriptions.',
        querystring: ForecastQuery,
        response: { 200: ForecastResponse },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const { days, after } = readForecastQuery(request.query)
      await requireCall({ limiter, config: ctx.config }, 'forecasts', {
        merchant,
        network: hashNetwork(request.ip),
      })
      const forecast = await getForecast(ctx, { merchant, days, after })
      return { success: true as const, ...describeForecast(forecast) }
    },
  )
}
