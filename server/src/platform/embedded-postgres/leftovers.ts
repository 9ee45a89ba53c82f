import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '../processes.js'

const maxWaitMs = 10_000

/**
 * Cleans up after a killed server. Waits for its workers, which must end before a new server writes, and removes its
 * pid file, because PostgreSQL takes a zombie process for a running server.
 */
export async function clearLeftovers(clusterDir: string): Promise<void> {
  // On other systems PostgreSQL's own check is enough: it detects dead processes, and zombies are rare.
  if (process.platform !== 'linux') return

  for (let waited = 0; waited < maxWaitMs; waited += 50) {
    if (!hasWorkers(clusterDir)) {
      rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
      return
    }
    await sleep(50)
  }
}

/** Returns whether a PostgreSQL process has the cluster as its working directory, or one we cannot read. */
function hasWorkers(clusterDir: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      if (!findProcess(Number(pid))?.command.includes('postgres')) return false
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === clusterDir
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EACCES'
      }
    })
}
