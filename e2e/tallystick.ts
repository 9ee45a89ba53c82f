import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

type DemoMerchant = {
  apiKey: string
  merchantWallet: string
  merchantPrivateKey: `0x${string}`
  shopSlug: string
}

type DemoChain = Record<
  'usdc' | 'usdt' | 'eurc' | 'split' | 'splitFactory' | 'gateway',
  `0x${string}`
> & {
  rpcUrl: string
  chainId: number
}

export type Demo = DemoMerchant & {
  baseUrl: string
  cronSecret: string
  buyerPrivateKey: `0x${string}`
  chain: DemoChain | null
  otherMerchant: DemoMerchant
}

/** Where a service listens, and who there is to call it. */
export type RunningService = { origin: string; demo: Demo }

export type Tallystick = {
  /** Where it listens, whatever it calls itself. */
  origin: string
  output(): string
  /** Waits until it answers; throws with its output when it ends instead. */
  ready(): Promise<Demo>
  /** Its exit code, once it has ended. */
  exited: Promise<number | null>
  /** Sends a signal to npm, as an init system does, or to the whole group, as a terminal does. */
  signal(name: NodeJS.Signals, target?: 'npm' | 'group' | 'node'): void
}

export const projectDir = dirname(fileURLToPath(import.meta.url))
  .replace(/\/e2e\/dist$/, '')
  .replace(/\/e2e$/, '')

/** A folder for one run, removed by whoever made it. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-e2e-'))
  chmodSync(dataDir, 0o700)
  return dataDir
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true })
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs the service in a process group of its own: as a newcomer does, by `npm start`, or in half a second less. */
export async function startTallystick(options: {
  dataDir: string
  command?: 'npm start' | 'node'
  cwd?: string
  environment?: Record<string, string>
}): Promise<Tallystick> {
  const port = await findFreePort()
  rmSync(join(options.dataDir, 'demo.json'), { force: true })
  const [program, args] =
    options.command === 'npm start'
      ? ['npm', ['start']]
      : ['node', ['--no-memory-reducer', 'server/dist/main.js']]
  const child = spawn(program, args, {
    cwd: options.cwd ?? projectDir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      DATA_DIR: options.dataDir,
      PORT: String(port),
      METRICS_PORT: '0',
      ...options.environment,
    },
  })

  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  let hasExited = false
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      hasExited = true
      resolve(code)
    })
  })

  async function ready(): Promise<Demo> {
    const path = join(options.dataDir, 'demo.json')
    while (!existsSync(path)) {
      if (hasExited) throw new Error(`it ended instead of starting:\n${output}`)
      await sleep(20)
    }
    return JSON.parse(readFileSync(path, 'utf8'))
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    ready,
    exited,
    signal(name, target = 'npm') {
      const pid = child.pid ?? 0
      if (target === 'node') process.kill(nodePid(options.dataDir), name)
      else process.kill(target === 'group' ? -pid : pid, name)
    },
  }
}

/** Asks it to end, and returns how it did. */
export async function stopTallystick(tallystick: Tallystick): Promise<number | null> {
  try {
    tallystick.signal('SIGTERM')
  } catch {
    // It has ended already; its exit code says how.
  }
  return tallystick.exited
}

/** What a shell has: none of our own settings, which the surroundings of a test run may define. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = /^(PATH|HOME|USER|LANG|TMPDIR|CI|npm_config_.*)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)))
}

/** The process npm started, as it says itself in its lock. */
function nodePid(dataDir: string): number {
  return JSON.parse(readFileSync(join(dataDir, 'instance.lock'), 'utf8')).pid
}

/** Command lines of processes that still have to do with `dataDir`. Zombies are gone already. */
export function processesOf(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return environment.includes(dataDir) && command ? [command] : []
      } catch {
        return []
      }
    })
}

/** Connection address of the embedded database, put together from the files it keeps. */
export function databaseUrl(dataDir: string): string {
  const { databasePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://tallystick:${databasePassword}@127.0.0.1:${port}/postgres`
}
