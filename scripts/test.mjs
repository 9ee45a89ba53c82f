// Runs all tests, or the files that match a filter such as `npm test -- receipts`. A filter skips
// the projects that start services and browsers, unless it begins with `e2e`. `npm test --
// --changed` runs the files that uncommitted changes can affect, and `--changed=main` those that
// changes since a commit can affect.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findAffectedTests } from './affected-tests.mjs'
import { installChromium } from './install-chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const quickProjects = ['server', 'web', 'sdk', 'scripts', 'contracts']
const args = process.argv.slice(2).flatMap(selectChanged)
const filters = args.filter((arg) => !arg.startsWith('-'))
const isQuick = filters.length > 0 && !filters.some((filter) => filter.startsWith('e2e'))
const namesProject = args.some((arg) => arg.startsWith('--project'))

if (!isQuick) installChromium()
const projects = isQuick && !namesProject ? quickProjects.map((name) => `--project=${name}`) : []
const child = spawn(
  process.execPath,
  [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects, ...args.map(projectOf)],
  { cwd: root, stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))

/** The name of a workspace, such as `contracts`, selects all of its tests. */
function projectOf(arg) {
  return quickProjects.includes(arg) ? `${arg}/` : arg
}

/** Replaces `--changed` by the test files that the changes can affect. */
function selectChanged(arg) {
  const since = /^--changed(?:=(.+))?$/.exec(arg)
  if (!since) return [arg]
  const { changed, tests } = findAffectedTests({ root, since: since[1] ?? 'HEAD' })
  process.stdout.write(`${changed.length} changed files can affect ${tests.length} test files.\n`)
  if (tests.length === 0) process.exit(0)
  return tests
}
