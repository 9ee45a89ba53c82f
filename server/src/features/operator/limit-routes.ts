import { operatorOf } from '../../auth/caller.js'
import { operator } from '../../auth/guards.js'
import { type Address, checksumAddress, readWallet } from '../../lib/hex.js'
import type { Routes } from '../../platform/feature.js'
import { MerchantLimitChange, MerchantLimitsResponse, MerchantParams } from './schemas.js'
import { getMerchantLimits, setMerchantLimits } from './set-merchant-limits.js'

/** The limits of single merchants, for operators. */
export const limitRoutes: Routes = async (app, { ctx }) => {
  const config = { guard: operator() }

  app.get(
    '/api/admin/merchants/:wallet/limits',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get the limits of a merchant',
        params: MerchantParams,
        response: { 200: MerchantLimitsResponse },
      },
    },
    ({ params }) => show(readWallet('wallet', params.wallet)),
  )

  app.put(
    '/api/admin/merchants/:wallet/limits',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Change the limits of a merchant',
        description:
          'Sets the named limits, which replace those of the platform within two seconds. Null removes one. Names are those of docs/limits.md that count per merchant or subscription. Repeating it changes nothing.',
        params: MerchantParams,
        body: MerchantLimitChange,
        response: { 200: MerchantLimitsResponse },
      },
    },
    async (request) => {
      const merchant = readWallet('wallet', request.params.wallet)
      const by = operatorOf(request, merchant)
      await setMerchantLimits(ctx, { by, values: request.body.limits })
      return show(merchant)
    },
  )

  async function show(merchant: Address) {
    const { isOwn, ...shown } = await getMerchantLimits(ctx, merchant)
    return { ok: true as const, wallet: checksumAddress(merchant), isOwn, ...shown }
  }
}
