import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { followRoutes } from './follows/routes.js'
import { avatarRoutes } from './profile/avatar-routes.js'
import { listAvatarHashes } from './profile/avatar-store.js'
import { pruneHandles } from './profile/claim-handle.js'
import { profileRoutes } from './profile/routes.js'
import { userRoutes } from './routes.js'
import { forgetReceipts, scoreReceipts } from './scores/score-receipts.js'

export const usersFeature: Feature<{ access: Access }> = {
  tag: 'users',
  routes: [userRoutes, profileRoutes, avatarRoutes, followRoutes],
  jobs: [scoreReceipts, pruneHandles],
  findUsedPictures: (ctx, hashes) => listAvatarHashes(ctx.db, hashes),
  deleteSales: forgetReceipts,
}
