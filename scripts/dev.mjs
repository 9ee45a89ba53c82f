// Runs the service and restarts it whenever a production source changes. The sandbox's database and chain keep
// running in a process of their own meanwhile, because they take longer to start than the service.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, compileSource, isProduction } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Editors write a file in several steps. */
const settleMs = 30

process.chdir(root)
if (existsSync('.env')) process.loadEnvFile('.env')
const isSandbox = (process.env.MODE ?? 'sandbox') === 'sandbox'

let sandbox = null
let service = null
let isStopping = false
let restarting = Promise.resolve()
const changed = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
for (const workspace of ['server', 'web', 'sdk']) {
  watch(join(workspace, 'src'), { recursive: true }, (_event, name) => {
    if (name !== null) onChange(join(workspace, 'src', name))
  })
}
if (isSandbox) sandbox = await start({ ROLE: 'sandbox' })
await startService().catch(report)

function onChange(path) {
  if (!isProduction(path) && !path.endsWith('.css')) return
  if (changed.size === 0) setTimeout(restart, settleMs)
  changed.add(path)
}

function restart() {
  restarting = restarting.then(async () => {
    const paths = [...changed]
    changed.clear()
    if (paths.length === 0 || isStopping) return
    const startedAt = Date.now()
    try {
      await Promise.all([rebuild(paths), end(service)])
      await startService()
      console.log(`> Restarted in ${Date.now() - startedAt} ms: ${paths.join(', ')}`)
    } catch (error) {
      report(error)
    }
  })
}

function report(error) {
  console.error(`> ${error.message}\n> Waiting for the next change.`)
}

/** Compiles the changed files alone: the whole service takes longer than a restart should. */
async function rebuild(paths) {
  const hasPages = paths.some((path) => path.startsWith('web'))
  const isRemoved = paths.some((path) => !existsSync(path))
  if (hasPages || isRemoved) await build()
  else await Promise.all(paths.map(compileSource))
}

async function startService() {
  const database = sandbox?.databaseUrl ? { DATABASE_URL: sandbox.databaseUrl } : {}
  service = await start(database)
}

/** Starts a process of the service and waits until it is ready. It reports that by a message. */
function start(environment) {
  return new Promise((resolve, reject) => {
    // A session of its own keeps Ctrl-C from reaching the database while the service still needs it.
    const child = spawn(process.execPath, [join('server', 'dist', 'main.js')], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    child.once('message', (message) => resolve({ child, ...message }))
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)))
  })
}

async function end(running) {
  const child = running?.child
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
}

async function stop() {
  if (isStopping) return
  isStopping = true
  await restarting
  await end(service)
  await end(sandbox)
  process.exit(0)
}
