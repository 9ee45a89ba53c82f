import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../src/platform/free-port.js'
import { type Demo, readDemo, startArguments } from '../service-process.js'

type Service = {
  name: string
  port: number
  pid(): number
  output(): string
  /** Stops the process and starts it again on its port. Resolves when it is ready. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export type Services = {
  web: Service[]
  workers: Service[]
  demo: Demo
  close(): Promise<void>
}

/** Whether a suite runs once through every part only, to show that it works. */
export const isShort = process.env['SHORT'] === '1'

const readyWithinMs = 90_000

/** Starts processes of the built service, which share a database and a `DATA_DIR`. */
export async function startServices(input: {
  web: number
  workers: number
  environment: Record<string, string>
  /** Runs a process under a limit, such as `cgexec`. */
  prefix?: (name: string) => readonly string[]
}): Promise<Services> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-services-'))
  const prefix = input.prefix ?? (() => [])
  const start = async (role: string, index: number) => {
    const name = `${role}-${index}`
    const environment = { ...input.environment, ROLE: role }
    return startService({ name, dataDir, environment, prefix: prefix(name) })
  }
  // The first one creates the secrets and the tables.
  const web = [await start('web', 0)]
  const rest = await Promise.all([
    ...Array.from({ length: input.web - 1 }, (_, index) => start('web', index + 1)),
    ...Array.from({ length: input.workers }, (_, index) => start('worker', index)),
  ])
  web.push(...rest.slice(0, input.web - 1))
  const workers = rest.slice(input.web - 1)
  return {
    web,
    workers,
    demo: await readDemo(dataDir),
    async close() {
      await Promise.all([...web, ...workers].map((service) => service.stop()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startService(input: {
  name: string
  dataDir: string
  environment: Record<string, string>
  prefix: readonly string[]
}): Promise<Service> {
  const { name, dataDir, environment, prefix } = input
  const port = await findFreePort()
  const logFile = join(dataDir, `${name}.log`)
  const output = () => readFileSync(logFile, 'utf8')
  let child = await launch()

  async function launch() {
    const log = openSync(logFile, 'w')
    const [program = '', ...args] = [...prefix, process.execPath, ...startArguments()]
    const started = spawn(program, args, {
      cwd: dataDir,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'],
        npm_lifecycle_event: 'start',
        MODE: 'sandbox',
        SANDBOX_CHAIN: 'off',
        DATA_DIR: dataDir,
        PORT: String(port),
        METRICS_PORT: '0',
        LOG_FORMAT: 'json',
        ...environment,
      },
    })
    closeSync(log)
    const endsAt = performance.now() + readyWithinMs
    while (!output().includes('"service ready"')) {
      const hasEnded = started.exitCode !== null || started.signalCode !== null
      if (hasEnded || performance.now() > endsAt) throw new Error(`${name}:\n${output()}`)
      await sleep(30)
    }
    return started
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }

  return {
    name,
    port,
    pid: () => child.pid ?? 0,
    output,
    stop,
    async restart() {
      await stop()
      child = await launch()
    },
  }
}
