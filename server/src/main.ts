import { existsSync } from 'node:fs'
import { unixMs } from './lib/time.js'
import { ConfigError } from './platform/config/setting.js'
import { DataDirInUse } from './platform/data-dir/instance-lock.js'
import { type Service, startService } from './start-service.js'

/** npm forwards Ctrl-C although the terminal has sent it already, so it arrives twice. */
const repeatedSignalMs = 1_000
const stopWithinMs = 40_000

const steps: (() => Promise<void> | void)[] = []
const stopping = new AbortController()
let stoppedAt = 0

async function stop(exitCode: number): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  stoppedAt = performance.now()
  setTimeout(() => process.exit(1), stopWithinMs).unref()

  await started.catch(() => {})
  for (const step of steps.reverse()) {
    try {
      await step()
    } catch (error) {
      reportError(error)
      process.exitCode = 1
    }
  }
  process.exit(process.exitCode ?? exitCode)
}

function onSignal(): void {
  if (!stopping.signal.aborted) void stop(0)
  // A second request ends the process at once. The database notices and shuts down cleanly.
  else if (performance.now() - stoppedAt > repeatedSignalMs) process.exit(130)
}

function onCrash(error: unknown): void {
  reportError(error)
  void stop(1)
}

/** A killed npm cannot forward its signal, so the service stops when its parent is gone. */
function watchParent(): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop(0)
  }, 1_000).unref()
}

function reportError(error: unknown): void {
  if (stopping.signal.aborted && error === stopping.signal.reason) return
  process.stderr.write(`\n${explain(error)}\n`)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) {
    const list = error.problems.map((problem) => `  - ${problem}`).join('\n')
    return `Tallystick cannot start with this configuration:\n${list}\nAll settings: .env.example`
  }
  if (error instanceof DataDirInUse) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, path, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop it, or choose another port: PORT=3001 npm start`
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `Cannot listen on HOST and PORT: ${error.message}`
  }
  // The operator must fix file permissions; a stack trace would only hide the message.
  if (path !== undefined) return `Cannot use DATA_DIR or a file in it: ${error.message}`
  return error.stack ?? error.message
}

// Other users must not read what this process and its children create: secrets, keys, logs and the
// state of the chain.
process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
process.on('uncaughtException', onCrash)
process.on('unhandledRejection', onCrash)
watchParent()
// `npm run dev` opens a channel to this process, which closes when that command ends.
process.once('disconnect', () => void stop(0))

if (existsSync('.env')) process.loadEnvFile('.env')
const started = startService({
  environment: process.env,
  isTerminal: process.stdout.isTTY === true,
  now: () => unixMs(Date.now()),
  undo: (step) => steps.push(step),
  signal: stopping.signal,
})

try {
  const service = await started
  const { mode, role } = service.ctx.config
  const isServing = role === 'all' || role === 'web'
  if (mode === 'sandbox' && isServing) process.stdout.write(banner(service))
  // `npm run dev` waits for this message and passes the database to the next process.
  process.send?.({ databaseUrl: service.databaseUrl })
} catch (error) {
  reportError(error)
  await stop(1)
}

/** Formats the text printed after a start in sandbox mode. */
function banner({ ctx, demo, metricsPort, isEmbedded }: Service): string {
  const { config } = ctx
  const lines: [string, string][] = [
    ['Service', config.baseUrl],
    ['API reference', `${config.baseUrl}/openapi.json`],
    ['Demo key', demo?.apiKey ?? 'none'],
    ['Metrics', metricsPort === null ? 'not served' : `http://127.0.0.1:${metricsPort}/metrics`],
    ['Chain', chainOf(ctx)],
    ['Database', isEmbedded ? `embedded PostgreSQL in ${config.dataDir}` : 'DATABASE_URL'],
  ]
  const width = Math.max(...lines.map(([label]) => label.length))
  const rows = lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)

  return `
  Tallystick is running in sandbox mode, with test money.

${rows.join('\n')}

  Try it:  curl ${config.baseUrl}/api/status/ping -H "x-api-key: ${demo?.apiKey ?? ''}"
  Stop it: Ctrl-C

`
}

function chainOf({ config, sandbox }: Service['ctx']): string {
  const url = config.chainRpcUrl?.[0]
  if (url === undefined) return 'none, so payments do not settle'
  return sandbox?.anvilUrl ? `${url} (chain id ${config.chainId})` : 'CHAIN_RPC_URL'
}
