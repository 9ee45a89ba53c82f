import type { Address } from '../../../lib/hex.js'
import { HOUR_MS } from '../../../lib/time.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { storePicture } from '../../media/store-picture.js'
import { deleteOldAvatar, listOldAvatars } from './avatar-store.js'

const batchSize = 20

/**
 * Moves the pictures of users into the media store. Their hashes stay, because both are those of the uploaded file. A picture that
 * cannot be decoded stays.
 */
export const moveAvatars: Job = {
  name: 'move-avatars',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    let moved = 0
    let after = '' as Address
    for (;;) {
      const batch = await listOldAvatars(ctx.db, { after, limit: batchSize })
      const last = batch.at(-1)
      if (!last) return { moved }
      after = last.wallet
      for (const avatar of batch) {
        if (signal.aborted) return { moved }
        const stored = await storePicture(ctx, avatar.content, { isPublic: false })
        if ('problem' in stored) continue
        await deleteOldAvatar(ctx.db, avatar)
        moved += 1
      }
    }
  },
}
