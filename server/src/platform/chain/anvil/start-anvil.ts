import { spawn } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Alerts } from '../../alerts/alerts.js'
import type { Logger } from '../../log.js'
import { hasSetpriv } from '../../setpriv.js'
import { callAnvil } from './call-anvil.js'
import { openChainGate } from './chain-gate.js'
import { becomesFree, chooseNodeAddress, choosePort } from './choose-port.js'
import { findRunningAnvil, recordAnvil, stopAnvil } from './running-anvil.js'
import {
  keepPrevious,
  type Recovery,
  recoverState,
  type StateFiles,
  stateFiles,
} from './state-files.js'

export type AnvilOptions = {
  program: string
  /** Must be locked by this process: two chains would write the same state file. */
  dataDir: string
  chainId: number
  log: Logger
  /** The origins of our own pages, which may call the chain. */
  origins?: readonly string[]
  /** Alerts while the chain cannot be restarted. */
  alerts?: Alerts
  /** How often the state is written. A killed chain loses what came after. */
  stateIntervalSeconds?: number
  /** Called after each automatic restart. */
  onRestart?: (url: string) => Promise<void>
}

export type Anvil = {
  /** For everyone on this machine. Refuses pages of other sites. */
  url: string
  /** The chain itself, which refuses no one. */
  nodeUrl: string
  recovery: Recovery
  /** Writes its state, stops it and waits until it has ended. */
  stop(): Promise<void>
}

const readyWithinMs = 60_000
const crashSignals: NodeJS.Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT']
const watchEveryMs = 2_000
const copyEveryMs = 5_000
const logLimitBytes = 10_000_000

type Server = Required<Omit<AnvilOptions, 'log' | 'origins' | 'alerts' | 'onRestart'>> & {
  /** The port of the gate. */
  port: number
  node: { host: string; port: number }
  files: StateFiles
  logFile: string
}

/** Runs the sandbox chain in `dataDir`: restores its state, and restarts it when it ends. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const files = stateFiles(dataDir)
  const logFile = join(dataDir, 'chain.log')
  const { program, chainId, log, origins = [], stateIntervalSeconds = 2 } = options

  // A chain left by a killed process may be writing its state.
  const isOrphaned = findRunningAnvil(dataDir) !== null
  await stopAnvil(dataDir)
  const recovery = recoverState(files)
  const port = await choosePort(dataDir, { isJustEnded: isOrphaned })
  const node = await chooseNodeAddress()
  const settings = { program, dataDir, chainId, stateIntervalSeconds, files, logFile }
  const server: Server = { ...settings, port, node }
  await launch(server)
  const nodeUrl = urlOf(node)
  const gate = await openChainGate({ port, nodeUrl, origins })
  const stopWatching = keepRunning(server, options)
  if (isOrphaned) log.warn('stopped an orphaned sandbox chain of another process')

  return {
    url: gateUrlOf(server),
    nodeUrl,
    recovery,
    async stop() {
      await stopWatching()
      await gate.close()
      await stopAnvil(dataDir)
    },
  }
}

/** Starts the program, again if it crashes: an emulated one sometimes does at its start. */
async function launch(server: Server, attempts = 3): Promise<void> {
  const outcome = await run(server)
  if (outcome === 'ready') return
  const { failure, hasCrashed } = outcome
  if (hasCrashed && attempts > 1) return launch(server, attempts - 1)
  throw new Error(`The sandbox chain ${failure}: ${tail(server.logFile)}`)
}

async function run(server: Server): Promise<'ready' | { failure: string; hasCrashed: boolean }> {
  if ((statSync(server.logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes) {
    rmSync(server.logFile)
  }
  const log = openSync(server.logFile, 'a')
  const [command, args] = commandOf(server)
  // A separate session keeps Ctrl-C from stopping it while requests in flight still need it.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()

  let failure: string | null = null
  let hasCrashed = false
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', (code, signal) => {
    failure = `stopped with ${signal ?? code}`
    hasCrashed = signal !== null && crashSignals.includes(signal)
  })
  if (child.pid) recordAnvil(server.dataDir, { pid: child.pid, port: server.port })

  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline && failure === null) {
    if (await responds(server)) return 'ready'
    await sleep(20)
  }
  return { failure: failure ?? 'did not become ready', hasCrashed }
}

function commandOf(server: Server): [string, string[]] {
  const { host, port } = server.node
  const args = [
    ...['--host', host, '--port', String(port), '--chain-id', String(server.chainId)],
    ...['--state', server.files.state, '--state-interval', String(server.stateIntervalSeconds)],
    // Makes a block final after two blocks instead of 64.
    ...['--slots-in-an-epoch', '1', '--silent'],
    // By default every page may read its responses.
    '--no-cors',
  ]
  // The kernel signals it when this process dies. Without setpriv, the next start stops it.
  return hasSetpriv()
    ? ['setpriv', ['--pdeathsig', 'TERM', server.program, ...args]]
    : [server.program, args]
}

async function responds({ node }: Server): Promise<boolean> {
  try {
    await callAnvil(urlOf(node), 'eth_chainId')
    return true
  } catch {
    return false
  }
}

/** Restarts the chain at the same address whenever it has ended, and copies its state regularly. */
function keepRunning(
  server: Server,
  { log, alerts, onRestart }: Pick<AnvilOptions, 'log' | 'alerts' | 'onRestart'>,
): () => Promise<void> {
  let pending = Promise.resolve()
  const watch = setInterval(() => {
    pending = pending.then(async () => {
      if (findRunningAnvil(server.dataDir)) return
      log.warn('the sandbox chain has ended, restarting it')
      try {
        // Another program on the port would be taken for the chain.
        const { host, port } = server.node
        if (!(await becomesFree(port, host))) throw new Error(`port ${port} is taken`)
        const recovery = recoverState(server.files)
        if (recovery !== 'whole')
          log.warn({ recovery }, 'the state file of the sandbox chain was damaged')
        await launch(server)
        await onRestart?.(gateUrlOf(server))
        log.info('the sandbox chain is running again')
        alerts?.resolve('sandbox_chain_down')
      } catch (error) {
        const message = 'the sandbox chain cannot be started'
        alerts?.raise({ name: 'sandbox_chain_down', message, err: error })
      }
    })
  }, watchEveryMs)
  const copy = setInterval(() => {
    try {
      keepPrevious(server.files)
    } catch (error) {
      log.warn({ err: error }, 'the state of the sandbox chain could not be copied')
    }
  }, copyEveryMs)
  watch.unref()
  copy.unref()

  return async () => {
    clearInterval(watch)
    clearInterval(copy)
    await pending
  }
}

function gateUrlOf({ port }: Server): string {
  return urlOf({ host: '127.0.0.1', port })
}

function urlOf({ host, port }: Server['node']): string {
  return `http://${host}:${port}`
}

function tail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' / ')
}
