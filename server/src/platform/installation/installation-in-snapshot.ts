import type { SnapshotSource } from '../snapshot/snapshot-worker.js'
import { getLinkSecret, getStoredId } from './installation-store.js'

/** Keeps the id and the link secret of the installation for a start without the database. */
export const installationInSnapshot: SnapshotSource = {
  async platform({ db }) {
    await getStoredId(db)
    await getLinkSecret(db)
  },
}
