import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../src/lib/hex.js'
import { findFreePort } from '../../src/platform/free-port.js'
import { projectRoot } from '../../src/platform/project-root.js'

const program = join(projectRoot(), 'server', 'dist', 'main.js')

/** A service process that is started again whenever it ends. */
export type StoreService = {
  origin: string
  /** Returns how long each start after a kill took until the service was ready. */
  restartsMs: number[]
  ready(): Promise<void>
  /** Returns what the process printed last. */
  output(): string
  kill(): void
  close(): Promise<void>
}

/**
 * Runs a process with web requests on an external database. The shops of the operator have no
 * limits.
 */
export async function startStoreService(input: {
  databaseUrl: string
  dataDir: string
  secret: string
  ownMerchants: readonly Address[]
}): Promise<StoreService> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const restartsMs: number[] = []
  let child: ChildProcess | null = null
  let isClosing = false
  let output = ''

  async function run(): Promise<void> {
    while (!isClosing) {
      const startedAt = performance.now()
      child = spawn(process.execPath, [program], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'production',
          PORT: String(port),
          METRICS_PORT: '0',
          ROLE: 'web',
          DATABASE_URL: input.databaseUrl,
          DATA_DIR: input.dataDir,
          OWN_MERCHANTS: input.ownMerchants.join(','),
          MASTER_KEY: input.secret,
          SANDBOX_CHAIN: 'off',
          LOG_LEVEL: 'warn',
          LOG_FORMAT: 'json',
        },
      })
      const collect = (bytes: Buffer) => {
        output = (output + String(bytes)).slice(-20_000)
      }
      child.stdout?.on('data', collect)
      child.stderr?.on('data', collect)
      const ended = once(child, 'exit')
      void whenReady(origin, ended).then((isReady) => {
        if (isReady) restartsMs.push(performance.now() - startedAt)
      })
      await ended
    }
  }

  const running = run()
  return {
    origin,
    restartsMs,
    output: () => output,
    async ready() {
      const deadline = performance.now() + 60_000
      while (!(await responds(origin))) {
        if (performance.now() > deadline) throw new Error(`the service does not start:\n${output}`)
        await sleep(50)
      }
    },
    kill: () => child?.kill('SIGKILL'),
    async close() {
      isClosing = true
      child?.kill('SIGTERM')
      await running
    },
  }
}

async function whenReady(origin: string, ended: Promise<unknown>): Promise<boolean> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    if (await responds(origin)) return true
    await sleep(20)
  }
  return false
}

async function responds(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok
  } catch {
    return false
  }
}
