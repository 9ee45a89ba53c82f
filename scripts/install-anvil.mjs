// Fetches the sandbox chain's program where package-lock.json has none for this platform: first the platform's own
// package, then, on Linux for ARM, the one for x86-64 with an emulator. It installs nothing outside node_modules,
// and a failure is no reason to refuse a start: the rest of the service works without a chain.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fetchDebs } from './fetch-debs.mjs'
import { findProgram, tryProgram } from './try-program.mjs'

const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch] ?? process.arch
const ownPackage = `@foundry-rs/anvil-${process.platform}-${arch}`
const lockedPackage = '@foundry-rs/anvil-linux-amd64'

/** Where the server looks, beside the package itself: `server/src/platform/chain/anvil/find-anvil.ts`. */
const launcherOf = (root) => join(root, 'node_modules', '.tallystick-anvil', 'anvil')

export function hasAnvil(root) {
  return existsSync(join(root, 'node_modules', ownPackage, 'bin')) || existsSync(launcherOf(root))
}

/** Whether the packages in the lock file bring the program. */
export function isAnvilLocked(root) {
  return ownPackage in lockedPackages(root)
}

/** Makes the program available, or returns the reason why it cannot. */
export async function installAnvil(root) {
  const folder = join(root, 'node_modules', '.tallystick-anvil')
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  let reason = `no package ${ownPackage}, and no way to run the one for x86-64`
  for (const write of [writeOwn, writeBox64, writeQemu]) {
    const draft = mkdtempSync(`${folder}-`)
    try {
      const launcher = await write(root, draft)
      if (!launcher) continue
      await sendTransaction(launcher)

      chmodSync(draft, 0o755)
      rmSync(folder, { recursive: true, force: true })
      renameSync(draft, folder)
      // Emulated, it starts in half the time once it has run at its final place.
      await sendTransaction(launcherOf(root))
      return null
    } catch (error) {
      reason = error.message
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return reason
}

async function writeOwn(root, draft) {
  return (await fetchPackage({ name: ownPackage, version: locked(root).version, into: draft }))
    ? writeLauncher(draft, 'exec "$here/package/bin/anvil" "$@"')
    : null
}

/**
 * box64 translates the program once and calls the machine's own C library, which takes a fifth of QEMU's CPU time. The
 * versions up to Debian 13 lack an instruction, so it comes from a newer release, with the C library of that release.
 */
async function writeBox64(root, draft) {
  if (!canEmulate()) return null
  const fetched = await Promise.all([
    fetchLocked(root, draft),
    fetchDebs({
      names: ['box64', 'libc6', 'libgcc-s1', 'libgcc-s1-amd64-cross'],
      architectures: ['arm64'],
      suite: 'forky',
      into: join(draft, 'system'),
    }),
  ])
  if (fetched.includes(false)) return null
  return writeLauncher(
    draft,
    `export BOX64_LOG=0 BOX64_NOBANNER=1 BOX64_NORCFILES=1
# x86-64 keeps the order of writes, and the program relies on that.
export BOX64_DYNAREC_STRONGMEM=3
# Its first run leaves the translation here, by the path of the program.
export BOX64_DYNACACHE="\${BOX64_DYNACACHE:-2}" BOX64_DYNACACHE_FOLDER="$here/translated"
export BOX64_LD_LIBRARY_PATH="$here/system/usr/x86_64-linux-gnu/lib"
native="$here/system/usr/lib/aarch64-linux-gnu"
exec "$native/ld-linux-aarch64.so.1" --library-path "$native" "$here/system/usr/bin/box64" "$here/package/bin/anvil" "$@"`,
  )
}

async function writeQemu(root, draft) {
  if (!canEmulate()) return null
  const emulator = findProgram('qemu-x86_64-static') ?? findProgram('qemu-x86_64')
  const system = join(draft, 'system')
  const architectures = ['arm64', 'amd64']
  const fetched = await Promise.all([
    fetchLocked(root, draft),
    fetchDebs({ names: ['libc6:amd64', 'libgcc-s1:amd64'], architectures, into: system }),
    emulator ??
      // The package holds one program for each kind of machine.
      fetchDebs({
        ...{ names: ['qemu-user-static'], architectures, into: system },
        only: ['./usr/bin/qemu-x86_64-static'],
      }),
  ])
  if (fetched.includes(false)) return null

  // The library's own link is absolute and would lead out of the folder.
  const loader = join(system, 'lib64', 'ld-linux-x86-64.so.2')
  rmSync(loader, { force: true })
  symlinkSync('../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2', loader)
  const program = emulator ?? '$here/system/usr/bin/qemu-x86_64-static'
  return writeLauncher(draft, `exec "${program}" -L "$here/system" "$here/package/bin/anvil" "$@"`)
}

function canEmulate() {
  return process.platform === 'linux' && process.arch === 'arm64'
}

function fetchLocked(root, draft) {
  const { version, integrity } = locked(root)
  return fetchPackage({ name: lockedPackage, version, into: draft, integrity })
}

/** Its first transaction: an emulator may start a program and then stumble over an instruction. */
async function sendTransaction(launcher) {
  const chain = spawn(launcher, ['--port', '0', '--host', '127.0.0.1'], {
    env: { ...process.env, BOX64_DYNACACHE: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = new Promise((resolve) => chain.once('close', resolve))
  const deadline = setTimeout(() => chain.kill('SIGKILL'), 60_000)
  try {
    const url = await listeningUrl(chain)
    const call = async (method, params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body })
      return (await response.json()).result
    }
    const [from] = await call('eth_accounts', [])
    const hash = await call('eth_sendTransaction', [{ from, to: from }])
    if (typeof hash !== 'string') throw new Error('the sandbox chain refuses a transaction')
    chain.kill('SIGTERM')
    await closed
  } finally {
    clearTimeout(deadline)
    chain.kill('SIGKILL')
  }
}

async function listeningUrl(chain) {
  for await (const line of createInterface({ input: chain.stdout })) {
    const address = /Listening on (\S+)/.exec(line)?.[1]
    if (address) return `http://${address}`
  }
  throw new Error('the sandbox chain does not start')
}

function locked(root) {
  return lockedPackages(root)[lockedPackage]
}

function lockedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => [path.replace(/^node_modules\//, ''), entry]),
  )
}

/** npm checks what it fetches against the registry; what the lock file knows is checked against that too. */
async function fetchPackage({ name, version, into, integrity }) {
  const options = ['--fetch-retries=1', '--fetch-timeout=60000', '--loglevel=silent']
  const packed = await tryProgram('npm', [
    'pack',
    `${name}@${version}`,
    '--pack-destination',
    into,
    ...options,
  ])
  const file = readdirSync(into).find((entry) => entry.endsWith('.tgz'))
  if (packed.status !== 0 || !file) return false

  const path = join(into, file)
  const digest = createHash('sha512').update(readFileSync(path)).digest('base64')
  if (integrity && integrity !== `sha512-${digest}`) throw new Error(`${name} is not what it was`)
  const { status } = await tryProgram('tar', ['-xzf', path, '-C', into])
  rmSync(path)
  return status === 0
}

function writeLauncher(folder, command) {
  const path = join(folder, 'anvil')
  writeFileSync(path, `#!/bin/sh\nhere=$(dirname "$0")\n${command}\n`)
  chmodSync(path, 0o755)
  return path
}
