import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess } from '../processes.js'

export type Postmaster = { pid: number; port: number; isReady: boolean; isStopping: boolean }

/**
 * Finds the server that runs on `clusterDir`, going by the file it keeps there. A file left by a
 * server that is gone (or whose number now belongs to another program) counts as none.
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
