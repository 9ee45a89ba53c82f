import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readJson } from './person.js'

type DemoMerchant = {
  apiKey: string
  merchantWallet: string
  merchantPrivateKey: `0x${string}`
  shopSlug: string
}

type DemoChain = Record<
  | 'usdc'
  | 'usdt'
  | 'eurc'
  | 'split'
  | 'splitFactory'
  | 'gateway'
  | 'spendPermissionManager'
  | 'subscriptionCharger',
  `0x${string}`
> & {
  rpcUrl: string
  chainId: number
}

export type Demo = DemoMerchant & {
  baseUrl: string
  cronSecret: string
  buyerPrivateKey: `0x${string}`
  planId: string
  chain: DemoChain | null
  otherMerchant: DemoMerchant
}

/** The address of a service and its demo data. */
export type RunningService = { origin: string; demo: Demo }

export type Tallystick = {
  /** The address it listens on, which may differ from its base URL. */
  origin: string
  output(): string
  /** Waits until it is ready. Throws with its output when it exits instead. */
  ready(): Promise<Demo>
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  /** Sends a signal to npm, as an init system does, or to the whole group, as a terminal does. */
  signal(name: NodeJS.Signals, target?: 'npm' | 'group' | 'node'): void
}

export const projectDir = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Makes a data folder for one run. Remove it with `removeDataDir`. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-e2e-'))
  chmodSync(dataDir, 0o700)
  return dataDir
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true })
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * Runs the service in its own process group. `npm start` takes half a second longer than `node`, and
 * always brings its own database.
 */
export async function startTallystick(options: {
  dataDir: string
  command?: 'npm start' | 'node'
  cwd?: string
  environment?: Record<string, string>
}): Promise<Tallystick> {
  const port = options.environment?.['PORT'] ?? String(await findFreePort())
  rmSync(join(options.dataDir, 'demo.json'), { force: true })
  const bringsDatabase =
    options.command === 'npm start' ||
    Object.keys(options.environment ?? {}).some((name) => name.startsWith('DATABASE_URL'))
  if (!bringsDatabase) await takeDatabase(options.dataDir)
  const [program, args] =
    options.command === 'npm start'
      ? ['npm', ['start']]
      : ['node', ['--no-memory-reducer', '--heap-growing-percent=50', 'server/dist/main.js']]
  const child = spawn(program, args, {
    cwd: options.cwd ?? projectDir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      ...recorderEnvironment(),
      DATA_DIR: options.dataDir,
      PORT: port,
      METRICS_PORT: '0',
      ...(bringsDatabase ? {} : databaseSettings(options.dataDir)),
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
      if (hasExited) throw new Error(`The service exited before it was ready:\n${output}`)
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

/** Stops a service and returns its exit code. */
export async function stopTallystick(tallystick: Tallystick): Promise<number | null> {
  try {
    tallystick.signal('SIGTERM')
  } catch {
    // It has already exited.
  }
  return tallystick.exited
}

/**
 * Returns a plain shell environment, without settings of Tallystick that the test run may define.
 */
function bareEnvironment(): NodeJS.ProcessEnv {
  const keptPattern = /^(PATH|HOME|USER|LANG|TMPDIR|CI|npm_config_.*)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => keptPattern.test(name)))
}

/** Returns the settings that record responses, if the run records them. */
function recorderEnvironment(): NodeJS.ProcessEnv {
  const folder = process.env['RECORD_RESPONSES']
  if (!folder) return {}
  const recorder = pathToFileURL(join(projectDir, 'scripts', 'record-responses.mjs')).href
  return { RECORD_RESPONSES: folder, NODE_OPTIONS: `--import ${recorder}` }
}

/** Returns the id of the process that npm started, from its lock file. */
function nodePid(dataDir: string): number {
  return JSON.parse(readFileSync(join(dataDir, 'instance.lock'), 'utf8')).pid
}

/** Returns the command lines of processes that still use `dataDir`, without zombies. */
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

/** The databases that the run provides, by data folder: a second start continues with the first's. */
const provided = new Map<string, { DATABASE_URL: string }>()

/** Takes a database from the run. Without any, services bring their own. */
async function takeDatabase(dataDir: string): Promise<void> {
  const provider = process.env['DATABASE_PROVIDER']
  if (!provider || provided.has(dataDir)) return
  provided.set(dataDir, await readJson(await fetch(provider)))
}

/** Returns the settings of the database that the run provides for a service, if any. */
export function databaseSettings(dataDir: string): Record<string, string> {
  return provided.get(dataDir) ?? {}
}

/** Returns the settings of another process on the database of a service. */
export function sharedDatabase(dataDir: string): Record<string, string> {
  return { ...databaseSettings(dataDir), DATABASE_URL: databaseUrl(dataDir) }
}

/** Returns the connection URL of a service's database. */
export function databaseUrl(dataDir: string): string {
  return provided.get(dataDir)?.DATABASE_URL ?? embeddedDatabaseUrl(dataDir)
}

/** Returns the connection URL of the embedded database, read from the files in `dataDir`. */
function embeddedDatabaseUrl(dataDir: string): string {
  const { databasePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://tallystick:${databasePassword}@127.0.0.1:${port}/postgres`
}
