import { join } from 'node:path'
import { snapshotSources } from './features.js'
import type { Context } from './platform/context.js'
import { deriveKey } from './platform/secrets/derived-key.js'
import { openSnapshotFiles } from './platform/snapshot/snapshot-files.js'
import { createSnapshotWorker, type SnapshotWorker } from './platform/snapshot/snapshot-worker.js'

/** Creates the worker that keeps the facts of every feature in `DATA_DIR`, encrypted. */
export function createSnapshot(ctx: Context): SnapshotWorker {
  const { dataDir, masterKey, snapshotMaxAgeMs } = ctx.config
  const files = openSnapshotFiles({
    directory: join(dataDir, 'snapshot'),
    key: deriveKey(masterKey, 'snapshot'),
    maxAgeMs: snapshotMaxAgeMs,
    log: ctx.log,
  })
  return createSnapshotWorker(ctx, { sources: snapshotSources, files })
}
