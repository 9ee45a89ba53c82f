import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess } from '../processes.js'
import { clusterUser } from './create-cluster.js'

export type Postmaster = { pid: number; port: number; isReady: boolean; isStopping: boolean }

/**
 * Finds the server that runs on `clusterDir` by its pid file. Ignores the file of a dead server,
 * even if its pid now belongs to another program.
 */
export function findPostmaster(clusterDir: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }

  const pid = Number(lines[0])
  const running = findProcess(pid)
  if (!running?.command.includes(clusterDir)) return null

  const status = lines[7]?.trim()
  return {
    pid,
    port: Number(lines[3]),
    isReady: status === 'ready',
    isStopping: status === 'stopping',
  }
}

/** Returns the URL of the database of `dataDir`, or `null` when it is not running. */
export function findRunningDatabase(input: { dataDir: string; password: string }): string | null {
  if (!existsSync(input.dataDir)) return null
  const postmaster = findPostmaster(join(realpathSync(input.dataDir), 'postgres'))
  if (!postmaster?.isReady) return null
  return `postgres://${clusterUser}:${input.password}@127.0.0.1:${postmaster.port}/postgres`
}
