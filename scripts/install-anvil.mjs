// Fetches the sandbox chain's program where package-lock.json has none for this platform: first the platform's own
// package, then, on Linux for ARM, the one for x86-64 with an emulator. It installs nothing outside node_modules,
// and a failure is no reason to refuse a start: the rest of the service works without a chain.
import { execFile } from 'node:child_process'
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
import { delimiter, join } from 'node:path'

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
  const draft = mkdtempSync(`${folder}-`)
  try {
    const launcher = (await writeOwn(root, draft)) ?? (await writeEmulated(root, draft))
    if (!launcher) return `no package ${ownPackage}, and no way to run the one for x86-64`
    const probe = await run(launcher, ['--version'])
    if (probe.status !== 0) return `the program does not run: ${probe.stderr}`

    chmodSync(draft, 0o755)
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
    return null
  } catch (error) {
    return error.message
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function writeOwn(root, draft) {
  return (await fetchPackage({ name: ownPackage, version: locked(root).version, into: draft }))
    ? writeLauncher(draft, 'exec "$here/package/bin/anvil" "$@"')
    : null
}

/** Emulation costs speed, which a sandbox can spare. Debian's packages are unpacked here, not installed. */
async function writeEmulated(root, draft) {
  if (process.platform !== 'linux' || process.arch !== 'arm64') return null
  const { version, integrity } = locked(root)
  const emulator = findProgram('qemu-x86_64-static') ?? findProgram('qemu-x86_64')
  const packages = ['libc6:amd64', 'libgcc-s1:amd64', ...(emulator ? [] : ['qemu-user-static'])]
  const fetched = await Promise.all([
    fetchPackage({ name: lockedPackage, version, into: draft, integrity }),
    fetchDebs(draft, packages),
  ])
  if (fetched.includes(false)) return null
  for (const deb of readdirSync(draft).filter((name) => name.endsWith('.deb'))) {
    await unpackDeb(join(draft, deb), draft)
  }

  // The library's own link is absolute and would lead out of the folder.
  const loader = join(draft, 'system', 'lib64', 'ld-linux-x86-64.so.2')
  rmSync(loader, { force: true })
  symlinkSync('../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2', loader)
  const program = emulator ?? '$here/system/usr/bin/qemu-x86_64-static'
  return writeLauncher(draft, `exec "${program}" -L "$here/system" "$here/package/bin/anvil" "$@"`)
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
  const packed = await run('npm', [
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
  const { status } = await run('tar', ['-xzf', path, '-C', into])
  rmSync(path)
  return status === 0
}

/** With lists of its own, so that it needs no rights and changes nothing of the system's. */
async function fetchDebs(folder, names) {
  if (!findProgram('apt-get') || !findProgram('dpkg-deb')) return false
  const state = join(folder, 'apt')
  for (const part of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(state, part), { recursive: true })
  }
  writeFileSync(join(state, 'status'), '')
  writeFileSync(
    join(state, 'apt.conf'),
    `Dir::State::lists "${state}/lists";
Dir::State::status "${state}/status";
Dir::Cache "${state}/cache";
APT::Architectures { "arm64"; "amd64"; };
APT::Sandbox::User "";
`,
  )
  const env = { ...process.env, APT_CONFIG: join(state, 'apt.conf') }
  const updated = await run('apt-get', ['update', '-qq'], { env })
  const fetched = await run('apt-get', ['download', '-qq', ...names], { env, cwd: folder })
  rmSync(state, { recursive: true })
  return updated.status === 0 && fetched.status === 0
}

async function unpackDeb(path, folder) {
  const system = join(folder, 'system')
  mkdirSync(system, { recursive: true })
  // The emulator's package holds one program for each kind of machine.
  const wanted = path.includes('qemu') ? './usr/bin/qemu-x86_64-static' : './'
  const script = 'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" "$3"'
  await run('sh', ['-c', script, 'sh', path, system, wanted])
  rmSync(path)
}

function writeLauncher(folder, command) {
  const path = join(folder, 'anvil')
  writeFileSync(path, `#!/bin/sh\nhere=$(dirname "$0")\n${command}\n`)
  chmodSync(path, 0o755)
  return path
}

function run(command, args, options = {}) {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 180_000, ...options }, (error, _stdout, stderr) =>
      resolve({ status: error ? 1 : 0, stderr }),
    )
  })
}

function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
