import { HOUR_MS } from '../../lib/time.js'
import type { Feature } from '../../platform/feature.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import type { ErasePersonalData } from '../../platform/personal-data.js'
import { viewRoutes } from './routes.js'
import { deleteViewsOfFormerMembers, deleteViewsWith } from './view-store.js'

/** Deletes the personal views of people who left the team. */
const pruneViews: Job = {
  name: 'prune-views',
  everyMs: HOUR_MS,
  run: async ({ db }) => ({ deleted: await deleteViewsOfFormerMembers(db) }),
}

/** Deletes views that search for the buyer. */
const eraseViews: ErasePersonalData = async (
  { db },
  { merchant, wallet, email, includesBuyer },
) => {
  const texts = [wallet, email].filter((text) => text !== null)
  return includesBuyer && texts.length > 0 ? deleteViewsWith(db, { merchant, texts }) : 0
}

export const viewsFeature: Feature = {
  tag: 'views',
  routes: [viewRoutes],
  jobs: [pruneViews],
  erasePersonalData: eraseViews,
}
