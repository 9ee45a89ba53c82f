// Installs Anvil, the sandbox chain, on platforms without a package in package-lock.json. It tries
// the platform's own package first, then on Linux for ARM the x86-64 package with an emulator. All
// files stay in node_modules. The service also starts when this fails, without a chain.
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

/** `server/src/platform/chain/anvil/find-anvil.ts` looks here if the package is missing. */
const launcherOf = (root) => join(root, 'node_modules', '.tallystick-anvil', 'anvil')

export function hasAnvil(root) {
  return existsSync(join(root, 'node_modules', ownPackage, 'bin')) || existsSync(launcherOf(root))
}

/** Returns whether the lock file contains the package for this platform. */
export function isAnvilLocked(root) {
  return ownPackage in lockedPackages(root)
}

/** Installs Anvil. Returns null, or the reason for a failure. */
export async function installAnvil(root) {
  const folder = join(root, 'node_modules', '.tallystick-anvil')
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  let reason = `there is no package ${ownPackage}, and the x86-64 package does not run here`
  for (const write of [writeOwn, writeBox64, writeQemu]) {
    const tempDir = mkdtempSync(`${folder}-`)
    try {
      const launcher = await write(root, tempDir)
      if (!launcher) continue
      await sendTransaction(launcher)

      chmodSync(tempDir, 0o755)
      rmSync(folder, { recursive: true, force: true })
      renameSync(tempDir, folder)
      // The emulator caches its translation by path, which halves the time of the next start.
      await sendTransaction(launcherOf(root))
      return null
    } catch (error) {
      reason = error.message
    } finally {
      rmSync(tempDir, { recursive: true, force: true })
    }
  }
  return reason
}

async function writeOwn(root, tempDir) {
  return (await fetchPackage({ name: ownPackage, version: locked(root).version, into: tempDir }))
    ? writeLauncher(tempDir, 'exec "$here/package/bin/anvil" "$@"')
    : null
}

/**
 * Uses box64, which needs a fifth of QEMU's CPU time: it caches its translation and calls the
 * native C library. The versions up to Debian 13 lack an instruction, so it comes from a newer
 * release, with that release's C library.
 */
async function writeBox64(root, tempDir) {
  if (!canEmulate()) return null
  const fetched = await Promise.all([
    fetchLocked(root, tempDir),
    fetchDebs({
      names: ['box64', 'libc6', 'libgcc-s1', 'libgcc-s1-amd64-cross'],
      architectures: ['arm64'],
      suite: 'forky',
      into: join(tempDir, 'system'),
    }),
  ])
  if (fetched.includes(false)) return null
  return writeLauncher(
    tempDir,
    `export BOX64_LOG=0 BOX64_NOBANNER=1 BOX64_NORCFILES=1
# x86-64 keeps the order of writes, and Anvil relies on it.
export BOX64_DYNAREC_STRONGMEM=3
# The first run stores the translation here, by the path of the program.
export BOX64_DYNACACHE="\${BOX64_DYNACACHE:-2}" BOX64_DYNACACHE_FOLDER="$here/translated"
export BOX64_LD_LIBRARY_PATH="$here/system/usr/x86_64-linux-gnu/lib"
native="$here/system/usr/lib/aarch64-linux-gnu"
exec "$native/ld-linux-aarch64.so.1" --library-path "$native" "$here/system/usr/bin/box64" "$here/package/bin/anvil" "$@"`,
  )
}

async function writeQemu(root, tempDir) {
  if (!canEmulate()) return null
  const emulator = findProgram('qemu-x86_64-static') ?? findProgram('qemu-x86_64')
  const system = join(tempDir, 'system')
  const architectures = ['arm64', 'amd64']
  const fetched = await Promise.all([
    fetchLocked(root, tempDir),
    fetchDebs({ names: ['libc6:amd64', 'libgcc-s1:amd64'], architectures, into: system }),
    emulator ??
      // The package contains one program per architecture.
      fetchDebs({
        names: ['qemu-user-static'],
        architectures,
        into: system,
        only: ['./usr/bin/qemu-x86_64-static'],
      }),
  ])
  if (fetched.includes(false)) return null

  // The link in the package is absolute and would point outside the folder.
  const loader = join(system, 'lib64', 'ld-linux-x86-64.so.2')
  rmSync(loader, { force: true })
  symlinkSync('../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2', loader)
  const program = emulator ?? '$here/system/usr/bin/qemu-x86_64-static'
  return writeLauncher(
    tempDir,
    `exec "${program}" -L "$here/system" "$here/package/bin/anvil" "$@"`,
  )
}

function canEmulate() {
  return process.platform === 'linux' && process.arch === 'arm64'
}

function fetchLocked(root, tempDir) {
  const { version, integrity } = locked(root)
  return fetchPackage({ name: lockedPackage, version, into: tempDir, integrity })
}

/**
 * Starts Anvil and sends a transaction, because an emulator may fail only at a later instruction.
 */
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
    if (typeof hash !== 'string') throw new Error('Anvil refused a transaction')
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
  throw new Error('Anvil did not start')
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

/**
 * Downloads a package and, if `integrity` is given, checks it against the hash of the lock file.
 */
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
  if (integrity && integrity !== `sha512-${digest}`)
    throw new Error(`${name} does not match the hash in package-lock.json`)
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
