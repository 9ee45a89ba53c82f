// Checks the layout of the sources: front doors of features, SQL across features, sizes, and the
// ceilings in scripts/house/ceilings.json. Exceptions are listed in scripts/house/exceptions.json
// and may only shrink.
//
//   node scripts/check-house.mjs            checks
//   node scripts/check-house.mjs --report   prints all figures beside their ceilings and targets
//   node scripts/check-house.mjs --list shortFiles    prints the entries behind a figure
//   node scripts/check-house.mjs --update   writes the present state as public files, exceptions
//   and ceilings
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countCrossings, listArrowsUp } from './house/crossings.mjs'
import { entryPoints, moneyFolders } from './house/entry-points.mjs'
import { readSources } from './house/read-sources.mjs'
import {
  listFlatFolders,
  listForeignSql,
  listFragments,
  listImportedFiles,
  listPrivateImports,
  listRoutesWithoutOutage,
  listShortFiles,
  listUnusedPublicFiles,
  readOwners,
  readReadModels,
} from './house/rules.mjs'

const explanations = {
  flatFolders: 'A folder has more than 40 files. Give it a second level',
  foreignSql:
    'A query names a table of another feature. Call a verb of that feature, or move the query to a folder read-model/ that docs/data.md lists',
  routesWithoutOutage:
    'A route does not state its behavior in an outage. Set `outage` in its config',
}

const print = (line) => process.stdout.write(`${line}\n`)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dataPath = (name) => join(root, 'scripts', 'house', `${name}.json`)
const readData = (name) => JSON.parse(readFileSync(dataPath(name), 'utf8'))
const writeData = (name, data) =>
  writeFileSync(dataPath(name), `${JSON.stringify(data, null, 2)}\n`)

const modules = readSources(join(root, 'server', 'src'))
const page = readFileSync(join(root, 'docs', 'data.md'), 'utf8')
const tables = { owners: readOwners(page), readModels: readReadModels(page) }
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})

/**
 * Each list must equal its exceptions: a new entry fails, and so does an exception that is no
 * longer needed.
 */
const listed = {
  flatFolders: listFlatFolders(tracked.trim().split('\n')),
  foreignSql: listForeignSql(modules, tables),
  routesWithoutOutage: listRoutesWithoutOutage(modules),
}
const limited = {
  orderCrossings: countCrossings(modules, entryPoints.order).crossings.map(describeCrossing),
  chainRoundCrossings: countCrossings(modules, entryPoints.chainRound).crossings.map(
    describeCrossing,
  ),
  arrowsUp: listArrowsUp(modules, moneyFolders).map(({ path, from }) => `${path} -> ${from}`),
  shortFiles: listShortFiles(modules),
  fragments: listFragments(modules),
  publicFiles: Object.entries(listImportedFiles(modules)).flatMap(([feature, files]) =>
    files.map((file) => `features/${feature}/${file}`),
  ),
}
const lines = [...modules.values()].reduce((sum, { lineCount }) => sum + lineCount, 0)
const figures = {
  ...Object.fromEntries(Object.entries(limited).map(([name, list]) => [name, list.length])),
  productionLines: lines,
}
const [mode, listName] = process.argv.slice(2)

if (mode === '--update') update()
else if (mode === '--report') report()
else if (mode === '--list') print([...({ ...limited, ...listed }[listName] ?? [])].join('\n'))
else check()

function describeCrossing({ caller, callee }) {
  return `${caller.path} ${caller.name} -> ${callee.path} ${callee.name}`
}

function check() {
  const publicFiles = readData('public-files')
  const exceptions = readData('exceptions')
  const ceilings = readData('ceilings')
  const problems = [
    ...listPrivateImports(modules, publicFiles),
    ...listUnusedPublicFiles(modules, publicFiles).map(
      (path) =>
        `${path} is public, but no other feature imports it. Remove it from public-files.json.`,
    ),
    ...Object.entries(listed).flatMap(([name, entries]) => [
      ...entries
        .filter((entry) => !exceptions[name].includes(entry))
        .map((entry) => `${explanations[name]}: ${entry}`),
      ...exceptions[name]
        .filter((entry) => !entries.includes(entry))
        .map((entry) => `Remove the exception from exceptions.json (${name}): ${entry}`),
    ]),
    ...Object.entries(figures)
      .filter(([name, figure]) => figure > ceilings[name].max)
      .map(
        ([name, figure]) =>
          `${name} is ${figure}, and the ceiling is ${ceilings[name].max}. List them: node scripts/check-house.mjs --list ${name}`,
      ),
  ]
  for (const problem of problems) print(problem)
  if (problems.length > 0) process.exit(1)
}

function report() {
  const ceilings = readData('ceilings')
  const rows = [
    ['figure', 'now', 'ceiling', 'target'],
    ...Object.entries(figures).map(([name, now]) => {
      const { max, target = '' } = ceilings[name]
      return [name, now, max, target]
    }),
    ...Object.entries(listed).map(([name, entries]) => [name, entries.length, '', 0]),
  ]
  for (const [name, ...cells] of rows) {
    print(name.padEnd(22) + cells.map((cell) => String(cell).padStart(9)).join(''))
  }
}

function update() {
  const ceilings = readData('ceilings')
  for (const [name, now] of Object.entries(figures))
    ceilings[name] = { ...ceilings[name], max: now }
  writeData('ceilings', ceilings)
  writeData('exceptions', { ...readData('exceptions'), ...listed })
  writeData('public-files', listImportedFiles(modules))
  const paths = ['ceilings', 'exceptions', 'public-files'].map(dataPath)
  execFileSync(join('node_modules', '.bin', 'biome'), ['format', '--write', ...paths], {
    cwd: root,
  })
}
