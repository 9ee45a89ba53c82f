import type { Feature } from '../../platform/feature.js'
import { deleteSales } from './authorization-store.js'

export const authorizationsFeature: Feature = {
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
}
