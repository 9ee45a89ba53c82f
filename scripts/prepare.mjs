// Installs and builds what is missing or stale, and nothing else. Runs before start, test, check and
// the rest, on a fresh clone too, so it uses only what Node brings along.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasAnvil, installAnvil } from './install-anvil.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const workspaces = ['server', 'web', 'sdk', 'contracts', 'e2e']
const lockDir = join(root, '.prepare')
const lockWaitMs = 10 * 60_000

const install = {
  title: 'Installing packages (first start only, about half a minute)',
  stamp: join(root, 'node_modules', '.tallystick-install'),
  fingerprint: () =>
    fingerprint([
      'package.json',
      'package-lock.json',
      ...workspaces.map((name) => join(name, 'package.json')),
    ]),
  // `--no-save` keeps older npm versions from rewriting the lock file; tools are needed to build.
  run: () =>
    run('npm', [
      'install',
      '--no-save',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]),
}

const build = {
  title: 'Building',
  // Inside what was built: without that there is no stamp either.
  stamp: join(root, 'server', 'dist', '.stamp'),
  fingerprint: () =>
    fingerprint(['tsconfig.base.json', 'tsconfig.json', ...sources(/\.tsx?$|tsconfig\.json$/)]),
  run: () => run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-b']),
}

/** What browsers load. */
const bundle = {
  title: 'Building pages',
  stamp: join(root, 'web', 'dist', 'client', '.stamp'),
  fingerprint: () => fingerprint(['package-lock.json', ...sources(/^web\/.*\.(tsx?|css|json)$/)]),
  run: () =>
    run(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web']),
}

requireNode()
if ([install, build, bundle].some(isStale) || lacksAnvil()) {
  const unlock = lock()
  process.on('exit', unlock)
  for (const step of [install, build, bundle]) await perform(step)
  if (lacksAnvil()) addAnvil()
}

/** Real money moves on a real chain, and that is not ours to run. */
function lacksAnvil() {
  const { MODE, CHAIN_RPC_URL, SANDBOX_CHAIN } = process.env
  const isWanted = MODE !== 'live' && !CHAIN_RPC_URL && SANDBOX_CHAIN !== 'off'
  return isWanted && !hasAnvil(root)
}

/** Tried again at the next start, because a missing network is the usual reason. */
function addAnvil() {
  console.error('> Fetching the sandbox chain, about 15 seconds, once ...')
  const problem = installAnvil(root)
  if (problem) console.error(`> There is no sandbox chain: ${problem}. Everything else works.`)
}

async function perform(step) {
  // Asked again under the lock: another command may have done it in the meantime.
  if (!isStale(step)) return
  const startedAt = Date.now()
  console.error(`> ${step.title} ...`)
  await step.run()
  writeFileSync(step.stamp, step.fingerprint())
  console.error(`> done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

function isStale({ stamp, fingerprint }) {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()
}

function fingerprint(paths) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function sources(wanted) {
  return workspaces.flatMap((name) => listFiles(name)).filter((path) => wanted.test(path))
}

/** What was built or installed is passed by: it is most of what there is. */
function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) return [path]
      return ['node_modules', 'dist'].includes(entry.name) ? [] : listFiles(path)
    })
}

/** Runs a program and ends with it; a signal that ends this process ends it too. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      child.kill('SIGTERM')
      child.once('exit', () => process.exit(1))
    })
  }
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`> ${command} cannot be run: ${error.message}`)
      resolve(1)
    })
    child.once('exit', resolve)
  })
  if (status === 0) return
  console.error(`> ${command} ${args.join(' ')} failed`)
  process.exit(status ?? 1)
}

/** Two commands started together take turns; a lock whose maker is gone does not count. */
function lock() {
  const owner = join(lockDir, 'pid')
  const deadline = Date.now() + lockWaitMs
  for (;;) {
    try {
      mkdirSync(lockDir)
      writeFileSync(owner, String(process.pid))
      return () => rmSync(lockDir, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST' || Date.now() > deadline) throw error
    }
    if (isAbandoned(owner)) rmSync(lockDir, { recursive: true, force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

function isAbandoned(owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0)
    return false
  } catch (error) {
    if (error.code === 'EPERM') return false
    // The folder is made a moment before the file in it.
    const age = Date.now() - (statSync(lockDir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    return error.code === 'ESRCH' || age > 2_000
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Tallystick needs Node 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}
