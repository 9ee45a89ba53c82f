// Runs the service and restarts it when a production source changes. The sandbox's database and
// chain keep running in their own process, because they take longer to start than the service.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, isProduction } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Editors write a file in several steps. */
const settleMs = 30
/** npm forwards Ctrl-C, so one key press sends two signals. */
const repeatedSignalMs = 1_000

process.chdir(root)
if (existsSync('.env')) process.loadEnvFile('.env')
const isSandbox = (process.env.MODE ?? 'sandbox') === 'sandbox'

/** Running processes, the sandbox first. */
const children = []
const changed = new Set()
let databaseUrl = null
let service = null
let stoppedAt = null
let restarting = Promise.resolve()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
watchParent()
for (const workspace of ['server', 'web', 'sdk']) {
  watch(join(workspace, 'src'), { recursive: true }, (_event, name) => {
    if (name !== null) onChange(join(workspace, 'src', name))
  })
}
if (isSandbox) {
  const sandbox = await start('sandbox', { ROLE: 'sandbox' }).catch(fail)
  databaseUrl = sandbox.databaseUrl
}
restarting = startService().catch(report)

function onChange(path) {
  if (!isProduction(path) && !path.endsWith('.css')) return
  if (changed.size === 0) setTimeout(restart, settleMs)
  changed.add(path)
}

function restart() {
  restarting = restarting.then(async () => {
    const paths = [...changed]
    changed.clear()
    if (paths.length === 0 || stoppedAt !== null) return
    const startedAt = Date.now()
    try {
      const [built] = await Promise.allSettled([build(), end(service)])
      // After a failed build the previous one is still in place.
      await startService()
      if (built.status === 'rejected') throw built.reason
      console.log(`> Restarted in ${Date.now() - startedAt} ms: ${paths.join(', ')}`)
    } catch (error) {
      report(error)
    }
  })
}

async function startService() {
  service = await start('service', databaseUrl === null ? {} : { DATABASE_URL: databaseUrl })
}

/** Starts a process of the service and waits for its message that it is ready. */
function start(name, environment) {
  return new Promise((resolve, reject) => {
    // Its own session keeps Ctrl-C from reaching the database while the service still needs it.
    const child = spawn(process.execPath, [join('server', 'dist', 'main.js')], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    const running = { child, isEnding: false }
    children.push(running)
    child.once('message', (message) => resolve(Object.assign(running, message)))
    child.once('exit', (code, signal) => {
      children.splice(children.indexOf(running), 1)
      const error = new Error(`The ${name} process exited (${signal ?? code}).`)
      if (running.databaseUrl !== undefined && !running.isEnding) report(error)
      reject(error)
    })
  })
}

async function end(running) {
  if (!running || !children.includes(running)) return
  running.isEnding = true
  const exited = new Promise((resolve) => running.child.once('exit', resolve))
  running.child.kill('SIGTERM')
  await exited
}

/** Stops the service, then the sandbox that it uses. A second signal kills both. */
async function stop() {
  if (stoppedAt !== null) {
    if (Date.now() - stoppedAt < repeatedSignalMs) return
    for (const { child } of children) child.kill('SIGKILL')
    process.exit(130)
  }
  stoppedAt = Date.now()
  while (children.length > 0) await end(children.at(-1))
  process.exit(0)
}

/** Stops when npm was killed, because npm cannot forward that signal. */
function watchParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && stoppedAt === null) void stop()
  }, 1_000).unref()
}

function report(error) {
  if (stoppedAt === null) console.error(`> ${error.message}\n> Waiting for the next change.`)
}

function fail(error) {
  console.error(`> ${error.message}`)
  process.exit(1)
}
