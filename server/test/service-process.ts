import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../src/platform/free-port.js'
import { projectRoot } from '../src/platform/project-root.js'

export type ServiceProcess = {
  origin: string
  pid: number
  /** Returns standard output and error. */
  output(): string
  hasExited(): boolean
  /** Stops the service as an init system does, and returns its exit code. */
  stop(): Promise<number | null>
}

const readyWithinMs = 120_000

/**
 * Runs the built service with the command of `npm start` and nothing but these settings. Resolves
 * when it responds.
 */
export async function startServiceProcess({
  dataDir,
  environment,
}: {
  dataDir: string
  environment: Record<string, string>
}): Promise<ServiceProcess> {
  const port = await findFreePort()
  const logFile = join(dataDir, 'service.log')
  // A pipe would make this process read the log while it measures.
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, startArguments(), {
    // Without the settings of a `.env` file.
    cwd: dataDir,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'],
      // As npm sets it: the service stops when this process is gone.
      npm_lifecycle_event: 'start',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: '0',
      ...environment,
    },
  })
  const exited = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const output = () => readFileSync(logFile, 'utf8')
  const hasExited = () => child.exitCode !== null || child.signalCode !== null

  const giveUpAt = performance.now() + readyWithinMs
  while (!(await isReady(origin))) {
    if (hasExited()) throw new Error(`The service exited before it was ready:\n${output()}`)
    if (performance.now() > giveUpAt) throw new Error(`The service is not ready:\n${output()}`)
    await sleep(100)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    output,
    hasExited,
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}

/** The data of `demo.json` that a load needs. */
export type Demo = { apiKey: string; merchantWallet: string; shopSlug: string; cronSecret: string }

/** Waits until a sandbox has written its demo data. It does so when everything is ready. */
export async function readDemo(dataDir: string): Promise<Demo> {
  const path = join(dataDir, 'demo.json')
  const giveUpAt = performance.now() + readyWithinMs
  while (!existsSync(path)) {
    if (performance.now() > giveUpAt) throw new Error(`${path} was not written in time.`)
    await sleep(50)
  }
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Returns the arguments of node in the script `start`, with the full path of the program. */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))
  const [, program, ...args] = String(scripts.start).split(' ')
  if (program !== 'node') throw new Error(`npm start runs an unknown command: ${scripts.start}`)
  return args.map((arg) => (arg.startsWith('-') ? arg : join(projectRoot(), arg)))
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
