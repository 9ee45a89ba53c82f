// Runs all tests but slow ones, and with `--slow` the slow ones. A filter such as `npm test --
// receipts` runs every test of the files that match, and skips the projects that start services and
// browsers, unless it begins with `e2e`. `npm test -- --changed` runs the files that uncommitted
// changes can affect, and `--changed=main` those that changes since a commit can affect. When few
// files of a whole run fail, they run again one by one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findAffectedTests } from './affected-tests.mjs'
import { installChromium } from './install-chromium.mjs'
import { listSlowFiles, pathInProject } from './slow-files.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** With more failed files, something else is wrong. */
const maxRepeated = 8
const print = (line) => process.stdout.write(`${line}\n`)
const quickProjects = ['server', 'web', 'sdk', 'scripts', 'contracts']
const isSlow = process.argv.includes('--slow')
const args = process.argv
  .slice(2)
  .filter((arg) => arg !== '--slow')
  .flatMap(selectChanged)
const filters = args.filter((arg) => !arg.startsWith('-'))
const isQuick = filters.length > 0 && !filters.some((filter) => filter.startsWith('e2e'))
const namesProject = args.some((arg) => arg.startsWith('--project'))

/** The signals end the tests that run, and with them this process. */
let running = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => running?.kill(signal))
}

if (!isQuick) installChromium()
const projects = isQuick && !namesProject ? quickProjects.map((name) => `--project=${name}`) : []
const speed = filters.length > 0 ? [] : selectSpeed()
const vitest = join('node_modules', 'vitest', 'vitest.mjs')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-test-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

let { code, summary } = await run([...projects, ...speed, ...args.map(projectOf)])
if (code !== 0 && summary && filters.length === 0 && isWorthRepeating(summary)) {
  const files = summary.failedFiles.map(({ path }) => path)
  print(`\nRunning ${files.length} failed files again, one by one:\n`)
  const again = await run([...files, tagsFilter(), '--maxWorkers=1'])
  const stillFailed = again.summary?.counts.failed ?? summary.counts.failed
  const recovered = Math.max(summary.counts.failed - stillFailed, 0)
  print(
    `\n${recovered} tests failed beside others and passed alone. Make them independent of load.`,
  )
  summary.counts.passed += recovered
  summary.counts.failed = stillFailed
  code = again.code
}
if (summary) {
  const { passed, failed, skipped } = summary.counts
  print(`${passed} passed, ${failed} failed, ${skipped} skipped`)
}
process.exit(code)

function tagsFilter() {
  return `--tags-filter=${isSlow ? 'slow' : '!slow'}`
}

/** Leaves out files without a test to run, because loading them takes time too. */
function selectSpeed() {
  const { some, whole } = listSlowFiles(root)
  return isSlow
    ? [tagsFilter(), ...some, ...whole]
    : [tagsFilter(), ...whole.map((path) => `--exclude=${pathInProject(path)}`)]
}

/** A machine that is busy for a moment fails few files. Counterexamples are defects. */
function isWorthRepeating({ failedFiles, hasErrors }) {
  if (hasErrors || failedFiles.length === 0 || failedFiles.length > maxRepeated) return false
  return failedFiles.every(({ isRepeatable }) => isRepeatable)
}

async function run(parameters) {
  const path = join(folder, 'summary.json')
  rmSync(path, { force: true })
  const child = spawn(process.execPath, [vitest, 'run', ...parameters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_SUMMARY: path },
  })
  running = child
  const [code] = await once(child, 'exit')
  return {
    code: code ?? 1,
    summary: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null,
  }
}

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
