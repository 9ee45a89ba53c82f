import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10

/** Returns the CPU time of a process with all its threads, or null on systems without `/proc`. */
export function processCpuMs(pid: number): number | null {
  const stat = readStat(String(pid))
  return stat && stat.ticks * msPerTick
}

/**
 * Returns the CPU time of the database in a data folder with all its connections, or null on
 * systems without `/proc`.
 */
export function databaseCpuMs(dataDir: string): number | null {
  try {
    const server = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]
    const ownStat = readStat(server ?? '')
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(readStat)
      .filter((stat) => stat?.parent === server)
    const ended = ownStat?.endedTicks ?? 0
    return children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), ended) * msPerTick
  } catch {
    return null
  }
}

type Stat = { parent: string | undefined; ticks: number; endedTicks: number }

/**
 * Reads the CPU time of a process and of those that it started and that ended. Null if it has just
 * ended.
 */
function readStat(pid: string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain anything.
    const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(9, 13).map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = ticks
    return { parent, ticks: user + system, endedTicks: endedUser + endedSystem }
  } catch {
    return null
  }
}
