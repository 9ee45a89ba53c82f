import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/**
 * Returns the CPU time used by the processes of a data folder, per program: node, postgres, anvil.
 */
export function readCpuSeconds(dataDir: string): Record<string, number> {
  const seconds: Record<string, number> = {}
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      if (!environment.includes(dataDir) && !commandLine.includes(dataDir)) continue
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const program = programOf(commandLine)
      // Fields 14 and 15. The program's name before them may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const used = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
      seconds[program] = (seconds[program] ?? 0) + used
    } catch {
      // The process has exited.
    }
  }
  return seconds
}

function programOf(commandLine: string): string {
  return ['anvil', 'postgres', 'npm', 'node'].find((name) => commandLine.includes(name)) ?? 'other'
}
