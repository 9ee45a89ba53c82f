import { principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import type { Feature, Routes } from '../../platform/feature.js'
import type { ErasePersonalData, ExportPersonalData } from '../../platform/personal-data.js'
import { eraseBuyer } from './erase-buyer.js'
import { exportBuyer } from './export-buyer.js'
import { readBuyer } from './read-buyer.js'
import { BuyerBody, ErasedBuyer, ExportedBuyer } from './schemas.js'

export type PrivacyRouteParts = {
  exportPersonalData: ExportPersonalData
  erasePersonalData: ErasePersonalData
}

/** The personal data of a merchant's buyers. */
const privacyRoutes: Routes<PrivacyRouteParts> = async (
  app,
  { ctx, exportPersonalData, erasePersonalData },
) => {
  const guard = session({ may: 'privacy:manage' })

  app.post(
    '/api/privacy/export',
    {
      // A POST, because a URL with the name of a buyer would be logged. A suspended merchant may
      // call it.
      config: { outage: 'refuse', guard, stores: 'nothing' },
      schema: {
        summary: 'Export the data of a buyer',
        description:
          'For the owner. Returns everything that is stored about the buyer with this merchant, 50 receipts at a time.',
        body: BuyerBody,
        response: { 200: ExportedBuyer },
      },
    },
    async (request) => {
      const by = principalOf(request)
      const buyer = readBuyer(request.body)
      const exported = await exportBuyer(ctx, { by, buyer, exportPersonalData })
      return { ok: true as const, exportedAt: ctx.now(), ...exported }
    },
  )

  app.post(
    '/api/privacy/erase',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Erase the personal data of a buyer',
        description:
          'For the owner. Erases up to 500 receipts at a time. Amounts, dates, tax, transaction hashes and wallets stay, because bookkeeping needs them. Repeating it changes nothing.',
        body: BuyerBody,
        response: { 200: ErasedBuyer },
      },
    },
    async (request) => {
      const buyer = readBuyer(request.body)
      const by = principalOf(request)
      return { ok: true as const, ...(await eraseBuyer(ctx, { by, buyer, erasePersonalData })) }
    },
  )
}

export const privacyFeature: Feature<PrivacyRouteParts> = {
  tag: 'privacy',
  routes: [privacyRoutes],
}
