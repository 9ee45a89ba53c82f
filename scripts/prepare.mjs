// Installs missing packages and builds stale code. It runs before every command, even on a fresh
// clone, so it uses only modules of Node. `--tools` adds the packages of tests and checks.
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
  // Another command may have prepared everything while this one waited for the lock.
  if (!isPrepared()) await prepare()
}

function isPrepared() {
  return hasPackages(root, { tools }) && isBuilt() && !lacksAnvil()
}

async function prepare() {
  // Without a package for this platform, Anvil is fetched in parallel: it takes as long as the
  // packages.
  const anvil = lacksAnvil() && !isAnvilLocked(root) ? addAnvil() : null
  if (!hasPackages(root, { tools })) {
    await step('Installing packages', () => installPackages(root, { tools }))
  }
  if (!isBuilt()) await step('Building', build)
  await (anvil ?? (lacksAnvil() && addAnvil()))
}

/** Returns whether the sandbox chain is needed but missing. */
function lacksAnvil() {
  const { MODE, CHAIN_RPC_URL, SANDBOX_CHAIN } = process.env
  const isWanted = MODE !== 'live' && !CHAIN_RPC_URL && SANDBOX_CHAIN !== 'off'
  return isWanted && !hasAnvil(root)
}

/**
 * Continues after a failure. The next start tries again, because the usual reason is a missing
 * network.
 */
async function addAnvil() {
  const problem = await step('Fetching the sandbox chain', () => installAnvil(root))
  if (problem) console.error(`> The service will run without a sandbox chain: ${problem}.`)
}

async function step(title, work) {
  const startedAt = Date.now()
  console.error(`> ${title} ...`)
  const result = await work()
  console.error(`> ${title}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

/** Waits until no other command prepares. Removes the lock of a process that no longer runs. */
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
    // The folder exists shortly before the file in it.
    const age = Date.now() - (statSync(lockDir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    return error.code === 'ESRCH' || age > 2_000
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Tallystick needs Node 20.19 or newer. This is Node ${process.version}.`)
  process.exit(1)
}
