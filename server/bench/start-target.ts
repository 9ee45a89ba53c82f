import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The servers under test, and requests that they accept. */
export type Shop = {
  origin: string
  bare: string
  headers: Record<string, string>
  paths: Record<
    'receipt' | 'status' | 'list' | 'portal' | 'page' | 'catalogue' | 'directory',
    string
  >
  order: object
  /** The same order of items with pictures. */
  picturedOrder: object
  x402: object
  databaseUrl: string
}

/** The resources that the process of the servers has used so far. */
export type Usage = {
  cpuMs: number
  /** Null on systems that do not show it. */
  databaseCpuMs: number | null
  statements: number
  heapMb: number
  residentMb: number
  /** Since the last `watch`. */
  loopDelayP99Ms: number
}

/**
 * `watch` starts to measure event-loop delay, `collect` collects garbage first, `protect` and `expose` start and stop the
 * workers for outages. All but `stop` return the usage.
 */
export type Command = 'usage' | 'watch' | 'collect' | 'protect' | 'expose' | 'stop'

export type Target = {
  shop: Shop
  usage(command?: Exclude<Command, 'stop'>): Promise<Usage>
  stop(): Promise<void>
}

/** Starts the servers under test in a process of their own. */
export async function startTarget(): Promise<Target> {
  const program = fileURLToPath(new URL('./target.js', import.meta.url))
  const child = fork(program, { execArgv: ['--expose-gc'] })
  const [shop] = (await once(child, 'message')) as [Shop]
  return {
    shop,
    async usage(command = 'usage') {
      child.send(command)
      const [usage] = (await once(child, 'message')) as [Usage]
      return usage
    },
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}
