import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Files that tests do not import, but that decide how every test runs. */
const forAll = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.base\.json)$/

/**
 * The projects that depend on files without importing them, because they start the built service,
 * open built pages, or copy a migrated database.
 */
const dependents = [
  { changed: /^server\/migrations\//, projects: ['server', 'e2e', 'portal'] },
  { changed: /^server\/(src|data|package\.json)/, projects: ['e2e', 'portal'] },
  { changed: /^server\/test\/(global-setup|lend-chains)\.ts$/, projects: ['server'] },
  { changed: /^e2e\/helpers\/(shared-service|tallystick)\.ts$/, projects: ['e2e', 'portal'] },
  { changed: /^contracts\/(src|artifacts\.json)/, projects: ['contracts', 'server', 'e2e'] },
  { changed: /^web\/(src|public|package\.json)/, projects: ['e2e', 'portal'] },
  { changed: /^sdk\/(src|package\.json)/, projects: ['sdk', 'web', 'e2e', 'portal'] },
  { changed: /^scripts\/(build|prepare|bundle-programs)/, projects: ['e2e', 'portal'] },
]

const source = /\.(ts|tsx|mjs|js)$/
const test = /\.test\.(ts|tsx|mjs)$/

/** Returns the project of a test file, or null for other files. */
export function projectOf(path) {
  if (!test.test(path)) return null
  if (/^e2e\/(portal|console|shop|pos)\//.test(path)) return 'portal'
  return /^(server|web|sdk|contracts|scripts|e2e)\//.exec(path)?.[1] ?? null
}

/**
 * They import all features, so following their importers from one feature would select every test
 * of the app.
 */
const hubs = ['server/src/features.ts', 'server/test/harness.ts']

/** Tests of the whole service. */
const wholeService = /^server\/(test|src)\/[^/]+\.test\.ts$/

/**
 * Lists the test files that a change can affect: those that import a changed file, directly or
 * through others, those that name it in a string, e.g. to read a page or run a program, those that
 * call a route which it serves, and those of projects that depend on it.
 *
 * @param {{ texts: Map<string, string>, changed: readonly string[] }} input texts of all source
 *   files, and changed paths
 * @returns {string[]}
 */
export function listAffectedTests({ texts, changed }) {
  const tests = [...texts.keys()].filter((path) => projectOf(path) !== null)
  if (changed.some((path) => forAll.test(path))) return tests

  // A change of a test has no effect on the service.
  const production = changed.filter((path) => !/\.(test|chaos|properties)\.tsx?$/.test(path))
  const projects = new Set(
    dependents.flatMap((rule) =>
      production.some((path) => rule.changed.test(path)) ? rule.projects : [],
    ),
  )
  const affectsService = production.some((path) => path.startsWith('server/src/'))
  const affected = followUses(texts, changed)
  return tests.filter(
    (path) =>
      affected.has(path) ||
      projects.has(projectOf(path)) ||
      (affectsService && wholeService.test(path)),
  )
}

/** Returns the changed files and every file that imports, reads, runs or calls one of them. */
function followUses(texts, changed) {
  const importers = indexImporters(texts)
  const strings = new Map(
    [...texts]
      .filter(([path]) => isTestCode(path))
      .map(([path, text]) => [path, listStrings(text)]),
  )
  const isInFeatures = changed.every((path) => path.startsWith('server/src/features/'))
  const reached = new Set()
  const waiting = [...changed]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    if (!isInFeatures || !hubs.includes(path)) waiting.push(...(importers.get(path) ?? []))
    if (changed.includes(path) || isProgram(path, importers))
      waiting.push(...listReaders(strings, path))
    if (!isTestCode(path)) waiting.push(...listCallers(strings, texts.get(path) ?? ''))
  }
  return reached
}

function isTestCode(path) {
  return /^(e2e|scripts)\/|^\w+\/(test|build|scripts)\/|\.test\.\w+$/.test(path)
}

/** Returns whether a file of the tests is run as a process of its own. */
function isProgram(path, importers) {
  return isTestCode(path) && projectOf(path) === null && !importers.has(path)
}

/** Folders whose files tests list. */
const listedFolders = ['docs', 'examples']

/** Lists the files that name a path in a string, or the folder that contains it. */
function listReaders(strings, path) {
  const name = nameOf(path)
  const folder = listedFolders.find((listed) => path.startsWith(`${listed}/`))
  return listWith(strings, (value) => nameOf(value) === name || value === folder)
}

/** Lists the files that name a route of a file with routes. */
function listCallers(strings, text) {
  const routes = Array.from(text.matchAll(/\bapp\.\w+\(\s*'(\/[^']+)'/g), ([, path]) =>
    path.replace(/\/?:.*$/, ''),
  )
  const prefixes = [...new Set(routes)].filter((path) => path.length > 4)
  if (prefixes.length === 0) return []
  return listWith(strings, (value) => prefixes.some((prefix) => value.includes(prefix)))
}

function listWith(strings, isMatch) {
  return [...strings].filter(([, values]) => values.some(isMatch)).map(([path]) => path)
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1).replace(source, '')
}

function listStrings(text) {
  return Array.from(text.matchAll(/(['"`])([^'"`\n]{2,160})\1/g), ([, , value]) => value)
}

function indexImporters(texts) {
  const importers = new Map()
  for (const [path, text] of texts) {
    for (const [, specifier] of text.matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)) {
      const target = posix.join(dirname(path), specifier)
      const stem = target.replace(/\.js$/, '')
      const resolved = [target, `${stem}.ts`, `${stem}.tsx`].find((candidate) =>
        texts.has(candidate),
      )
      if (resolved) importers.set(resolved, [...(importers.get(resolved) ?? []), path])
    }
  }
  return importers
}

/**
 * Reads the sources of the repository, and lists the tests that the changes since a commit can
 * affect.
 */
export function findAffectedTests({ root, since }) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
      .split('\n')
      .filter((line) => line !== '')
  const changed = [
    ...git('diff', '--name-only', '--no-renames', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const deleted = new Set(git('ls-files', '--deleted'))
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard')
  const sources = paths.filter((path) => source.test(path) && !deleted.has(path))
  const texts = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  return { changed, tests: listAffectedTests({ texts, changed }) }
}
