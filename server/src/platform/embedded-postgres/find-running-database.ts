import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { clusterUser } from './create-cluster.js'
import { findPostmaster } from './postmaster.js'

/** Where the database of `dataDir` answers, if somebody has it running. */
export function findRunningDatabase(input: { dataDir: string; password: string }): string | null {
  if (!existsSync(input.dataDir)) return null
  const postmaster = findPostmaster(join(realpathSync(input.dataDir), 'postgres'))
  if (!postmaster?.isReady) return null
  return `postgres://${clusterUser}:${input.password}@127.0.0.1:${postmaster.port}/postgres`
}
