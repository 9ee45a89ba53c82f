// Installs and builds what is missing or stale, and nothing else. It runs before every command, on a fresh clone
// too, so it uses only what Node brings along. `--tools` adds the packages that only tests and checks need.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { hasAnvil, installAnvil, isAnvilLocked } from './install-anvil.mjs'
import { hasPackages, installPackages } from './install-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lockDir = join(root, '.prepare')
const lockWaitMs = 10 * 60_000
const tools = process.argv.includes('--tools')

requireNode()
if (!isPrepared()) {
  process.on('exit', lock())
  // Another command may have done it while this one waited for the lock.
  if (!isPrepared()) await prepare()
}

function isPrepared() {
  return hasPackages(root, { tools }) && isBuilt() && !lacksAnvil()
}

async function prepare() {
  // A chain that no package brings is fetched by itself, which takes as long as the packages do.
  const anvil = lacksAnvil() && !isAnvilLocked(root) ? addAnvil() : null
  if (!hasPackages(root, { tools })) {
    await step('Installing packages', () => installPackages(root, { tools }))
  }
  if (!isBuilt()) await step('Building', build)
  await (anvil ?? (lacksAnvil() && addAnvil()))
}

/** Live mode and a chain of your own need no sandbox chain. */
function lacksAnvil() {
  const { MODE, CHAIN_RPC_URL, SANDBOX_CHAIN } = process.env
  const isWanted = MODE !== 'live' && !CHAIN_RPC_URL && SANDBOX_CHAIN !== 'off'
  return isWanted && !hasAnvil(root)
}

/** A failure does not stop the start. The next start tries again, since a missing network is the usual reason. */
async function addAnvil() {
  const problem = await step('Fetching the sandbox chain', () => installAnvil(root))
  if (problem) console.error(`> There is no sandbox chain: ${problem}. Everything else works.`)
}

async function step(title, work) {
  const startedAt = Date.now()
  console.error(`> ${title} ...`)
  const result = await work()
  console.error(`> ${title}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

/** Makes two commands started together take turns. A lock whose process is gone does not count. */
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
