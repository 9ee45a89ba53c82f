// Unpacks Debian packages into a folder without installing them. apt uses its own package lists
// here, so it needs no root rights and leaves the system unchanged. It still checks signatures.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, tryProgram } from './try-program.mjs'

/**
 * @param {object} options
 * @param {string[]} options.names packages, such as `libc6` or `libc6:amd64`
 * @param {string[]} options.architectures architectures of the package lists
 * @param {string} [options.suite] Debian release to use instead of the system's sources
 * @param {string} options.into target folder
 * @param {string[]} [options.only] paths to unpack, by default all
 * @returns {Promise<boolean>} whether all packages were unpacked
 */
export async function fetchDebs({ names, architectures, suite, into, only = ['.'] }) {
  if (!findProgram('apt-get') || !findProgram('dpkg-deb')) return false
  const state = mkdtempSync(join(tmpdir(), 'tallystick-apt-'))
  try {
    for (const part of ['lists/partial', 'cache/archives/partial']) {
      mkdirSync(join(state, part), { recursive: true })
    }
    writeFileSync(join(state, 'status'), '')
    const source = suite ? await sourceOf(suite) : null
    if (suite && !source) return false
    if (source) writeFileSync(join(state, 'sources.list'), source)
    writeFileSync(join(state, 'apt.conf'), aptConfig({ state, architectures, hasSource: !!source }))
    const env = { ...process.env, APT_CONFIG: join(state, 'apt.conf') }

    const updated = await tryProgram('apt-get', ['update', '-qq'], { env })
    if (updated.status !== 0) return false
    const fetched = await tryProgram('apt-get', ['download', '-qq', ...names], { env, cwd: state })
    if (fetched.status !== 0) return false

    mkdirSync(into, { recursive: true })
    for (const deb of readdirSync(state).filter((name) => name.endsWith('.deb'))) {
      const script =
        'deb=$1; into=$2; shift 2; dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$into" "$@"'
      const unpacked = await tryProgram('sh', ['-c', script, 'sh', join(state, deb), into, ...only])
      if (unpacked.status !== 0) return false
    }
    return true
  } finally {
    rmSync(state, { recursive: true, force: true })
  }
}

/** Returns a source for another release on the system's own mirror, or null. */
async function sourceOf(suite) {
  const format = '$(REPO_URI) $(COMPONENT) $(SIGNED_BY)'
  const { stdout } = await tryProgram('apt-get', ['indextargets', '--format', format])
  const main = stdout.split('\n').find((line) => line.split(' ')[1] === 'main')
  if (!main) return null
  const [mirror, , keyring] = main.split(' ')
  return `deb ${keyring?.startsWith('/') ? `[signed-by=${keyring}] ` : ''}${mirror} ${suite} main\n`
}

function aptConfig({ state, architectures, hasSource }) {
  const quoted = architectures.map((name) => `"${name}";`).join(' ')
  const sources = hasSource
    ? `Dir::Etc::sourcelist "${state}/sources.list";\nDir::Etc::sourceparts "-";\n`
    : ''
  return `${sources}Dir::State::lists "${state}/lists";
Dir::State::status "${state}/status";
Dir::Cache "${state}/cache";
APT::Architecture "${architectures[0]}";
APT::Architectures { ${quoted} };
APT::Sandbox::User "";
Acquire::Languages "none";
`
}
