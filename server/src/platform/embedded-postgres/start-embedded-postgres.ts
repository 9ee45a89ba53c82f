import { spawn } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Alerts } from '../alerts/alerts.js'
import { findFreePort } from '../free-port.js'
import type { Logger } from '../log.js'
import { findProcess } from '../processes.js'
import { type Binaries, findBinaries } from './binaries.js'
import { clusterUser, createCluster } from './create-cluster.js'
import { memoryOfMachine, memorySettings } from './memory-settings.js'
import { findPostmaster, type Postmaster } from './postmaster.js'
import { createLauncher, type Launcher } from './server-user.js'

export type EmbeddedPostgresOptions = {
  /** Must be locked by this process: two starts would take each other's server for an orphan. */
  dataDir: string
  password: string
  log: Logger
  /** Alerts while the server cannot be restarted. */
  alerts?: Alerts
  /** Additional server settings, as `name=value`. */
  settings?: readonly string[]
}

export type EmbeddedPostgres = {
  url: string
  /** Whether the server was already running, left by a killed process. */
  isAdopted: boolean
  /** Stops the server and waits until it has ended. */
  stop(): Promise<void>
}

type Server = {
  clusterDir: string
  logFile: string
  binaries: Binaries
  launcher: Launcher
  settings: readonly string[]
}

const readyWithinMs = 60_000
const stopWithinMs = 10_000
const watchEveryMs = 2_000
const logLimitBytes = 10_000_000

/** Runs PostgreSQL in `dataDir`: creates the cluster, starts or adopts its server, restarts it. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const clusterDir = join(dataDir, 'postgres')
  const binaries = findBinaries()
  const launcher = createLauncher(binaries, clusterDir)
  const server: Server = {
    clusterDir,
    logFile: join(dataDir, 'postgres.log'),
    binaries,
    launcher,
    settings: options.settings ?? [],
  }

  await createCluster({ clusterDir, password: options.password, binaries, launcher })
  const orphan = await findOrphan(clusterDir)
  const { port } = orphan ?? (await launch(server))
  const stopWatching = keepRunning(server, port, options)

  return {
    url: `postgres://${clusterUser}:${options.password}@127.0.0.1:${port}/postgres`,
    isAdopted: orphan !== null,
    async stop() {
      await stopWatching()
      await stopServer(clusterDir)
    },
  }
}

/** Waits while an orphaned server is starting or stopping. Returns it if it is running. */
async function findOrphan(clusterDir: string): Promise<Postmaster | null> {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    const postmaster = findPostmaster(clusterDir)
    if (!postmaster || postmaster.isReady) return postmaster
    await sleep(20)
  }
  throw new Error(
    `The PostgreSQL server on ${clusterDir} neither starts nor stops. Kill it and try again.`,
  )
}

async function launch(server: Server, port?: number): Promise<Postmaster> {
  await clearLeftovers(server.clusterDir)
  const [command, args] = server.launcher.command(
    server.binaries.postgres,
    [
      '-D',
      server.clusterDir,
      '-p',
      String(port ?? (await findFreePort())),
      ...[
        'listen_addresses=127.0.0.1',
        'unix_socket_directories=',
        'max_connections=200',
        'jit=off',
        ...memorySettings(memoryOfMachine()),
        ...server.settings,
      ].flatMap((setting) => ['-c', setting]),
    ],
    'INT',
  )

  // Log to a file: a pipe would break with this process and end the server.
  if (isLarge(server.logFile)) rmSync(server.logFile)
  const log = openSync(server.logFile, 'a')
  // A separate session keeps Ctrl-C from stopping it while requests in flight still need it.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()

  let failure: string | null = null
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', (code, signal) => {
    failure = `stopped with ${signal ?? code}`
  })

  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline && failure === null) {
    const postmaster = findPostmaster(server.clusterDir)
    if (postmaster?.isReady) return postmaster
    await sleep(10)
  }
  throw new Error(`PostgreSQL ${failure ?? 'did not become ready'}: ${tail(server.logFile)}`)
}

/** Restarts the server on the same port whenever it ends. Returns a function that ends this. */
function keepRunning(
  server: Server,
  port: number,
  { log, alerts }: Pick<EmbeddedPostgresOptions, 'log' | 'alerts'>,
): () => Promise<void> {
  let pending = Promise.resolve()
  const timer = setInterval(() => {
    pending = pending.then(async () => {
      if (findPostmaster(server.clusterDir)) return
      log.warn('database server has ended, restarting it')
      try {
        await launch(server, port)
        log.info('database server is running again')
        alerts?.resolve('embedded_database_down')
      } catch (error) {
        const message = 'the embedded database server cannot be started'
        alerts?.raise({ name: 'embedded_database_down', message, err: error })
      }
    })
  }, watchEveryMs)
  timer.unref()

  return () => {
    clearInterval(timer)
    return pending
  }
}

async function stopServer(clusterDir: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const postmaster = findPostmaster(clusterDir)
    if (!postmaster) return
    process.kill(postmaster.pid, signal)

    const deadline = performance.now() + stopWithinMs
    while (performance.now() < deadline) {
      if (!findPostmaster(clusterDir)) return
      await sleep(10)
    }
  }
}

function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes
}

function tail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' / ')
}

const maxWaitMs = 10_000

/**
 * Cleans up after a killed server. Waits for its workers, which must end before a new server
 * writes, and removes its pid file, because PostgreSQL takes a zombie process for a running server.
 */
async function clearLeftovers(clusterDir: string): Promise<void> {
  // On other systems PostgreSQL's own check is enough: it detects dead processes, and zombies are
  // rare.
  if (process.platform !== 'linux') return

  for (let waited = 0; waited < maxWaitMs; waited += 50) {
    if (!hasWorkers(clusterDir)) {
      rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
      return
    }
    await sleep(50)
  }
}

/** Returns whether PostgreSQL runs in the cluster's directory, or in one we cannot read. */
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
