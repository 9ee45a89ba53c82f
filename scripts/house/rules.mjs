import { dirname } from 'node:path'
import ts from 'typescript'
import { featureOf } from './read-sources.mjs'

/** @typedef {Map<string, import('./read-sources.mjs').Module>} Modules */

/**
 * Lists the files of each feature that other features import, types included.
 *
 * @param {Modules} modules
 * @returns {Record<string, string[]>}
 */
export function listImportedFiles(modules) {
  const imported = {}
  for (const { from } of listForeignImports(modules)) {
    const feature = featureOf(from)
    imported[feature] = [...new Set([...(imported[feature] ?? []), withinFeature(from)])].sort()
  }
  return sortKeys(imported)
}

/**
 * Lists imports of files that are not public in `publicFiles`, which holds the public files of each
 * feature.
 */
export function listPrivateImports(modules, publicFiles) {
  return listForeignImports(modules)
    .filter(({ from }) => !publicFiles[featureOf(from)]?.includes(withinFeature(from)))
    .map(({ path, from }) => `${path} imports ${from}, which is private to ${featureOf(from)}`)
}

/** Lists public files that no other feature imports, and those that do not exist. */
export function listUnusedPublicFiles(modules, publicFiles) {
  const imported = listImportedFiles(modules)
  return Object.entries(publicFiles).flatMap(([feature, files]) =>
    files
      .filter((file) => !imported[feature]?.includes(file))
      .map((file) => `features/${feature}/${file}`),
  )
}

function listForeignImports(modules) {
  return [...modules.values()].flatMap(({ path, imports }) => {
    const feature = featureOf(path)
    if (feature === null) return []
    return imports
      .filter(({ from }) => featureOf(from) !== null && featureOf(from) !== feature)
      .map(({ from }) => ({ path, from }))
  })
}

function withinFeature(path) {
  return path.split('/').slice(2).join('/')
}

const layers = ['platform', 'auth']

/**
 * Lists queries that name a table of another feature, outside the folders `read-model/` of
 * `readModels`. `owners` maps a table to its feature, or to a layer below the features, whose
 * tables all features may read.
 *
 * @param {Modules} modules
 * @param {{ owners: Map<string, string>, readModels: Set<string> }} page
 */
export function listForeignSql(modules, { owners, readModels }) {
  return [...modules.values()]
    .filter(({ path }) => !readModels.has(dirname(path)))
    .flatMap((module) => {
      const owner = featureOf(module.path) ?? module.path.split('/')[0]
      return listTables(module)
        .filter((table) => owners.has(table) && ![owner, ...layers].includes(owners.get(table)))
        .map((table) => `${module.path} ${table}`)
    })
}

const storeFile = /(store|-sql)\.ts$/
const sqlStart = /^\s*(select|insert into|update|delete from|with|from|(left )?join|exists)\b/
const firstTable = /\b(?:from|join|into|update|using|truncate)\s+(\w+)/g
/** The tables after the first one in a list, each with an optional alias. */
const furtherTables = /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?((?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)+)/g

/**
 * Lists the names that follow a keyword such as `from` in the SQL of a file. Outside stores, only
 * texts that begin like SQL count: messages contain such words too.
 */
function listTables({ path, tree }) {
  const tables = new Set()
  const isStore = storeFile.test(path)
  const visit = (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || isLaterPart(node)
    if (isText && (isStore || sqlStart.test(node.text))) {
      for (const [, table] of node.text.matchAll(firstTable)) tables.add(table)
      for (const [, list] of node.text.matchAll(furtherTables)) {
        for (const table of list.split(',')) tables.add(table.trim().split(/\s/)[0])
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return [...tables].sort()
}

function isLaterPart(node) {
  return ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
}

/** Reads the owner of each table from the table in docs/data.md. */
export function readOwners(page) {
  const rows = page.matchAll(/^\| `(\w+)` \| ([\w-]+) \|/gm)
  return new Map(Array.from(rows, ([, table, owner]) => [table, owner]))
}

/** Reads the folders of read models from the table in docs/data.md. */
export function readReadModels(page) {
  const rows = page.matchAll(/^\| `(\w+\/read-model)\/` \|/gm)
  return new Set(
    Array.from(rows, ([, folder]) =>
      layers.includes(dirname(folder)) ? folder : `features/${folder}`,
    ),
  )
}

/**
 * Lists the folders with more than 40 files of their own, except `docs`: its pages are served under
 * their names, which a second level would change.
 */
export function listFlatFolders(paths) {
  const counts = new Map()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > 40 && folder !== 'docs')
    .map(([folder]) => folder)
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Lists the routes whose configuration does not say how they behave in an outage. */
export function listRoutesWithoutOutage(modules) {
  return [...modules.values()]
    .filter(({ path }) => featureOf(path) !== null)
    .flatMap(({ tree }) => {
      const routes = []
      const visit = (node) => {
        const route = readRoute(node)
        if (route && !route.hasOutage) routes.push(route.name)
        ts.forEachChild(node, visit)
      }
      visit(tree)
      return routes
    })
    .sort()
}

function readRoute(node) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const method = node.expression.name.text
  const [path, options] = node.arguments
  if (!methods.includes(method) || !path || !ts.isStringLiteralLike(path)) return null
  if (!path.text.startsWith('/') || !options || !ts.isObjectLiteralExpression(options)) return null
  const config = propertyOf(options, 'config')?.initializer
  const hasOutage =
    config !== undefined &&
    ts.isObjectLiteralExpression(config) &&
    propertyOf(config, 'outage') !== undefined
  return { name: `${method.toUpperCase()} ${path.text}`, hasOutage }
}

function propertyOf(object, name) {
  return object.properties.find((property) => property.name?.getText() === name)
}

/** Lists the files under 15 lines. */
export function listShortFiles(modules) {
  return [...modules.values()].filter(({ lineCount }) => lineCount < 15).map(({ path }) => path)
}

/** Lists the files under 40 lines that only one file imports, from the same folder. */
export function listFragments(modules) {
  const importers = new Map()
  for (const { path, imports } of modules.values()) {
    for (const { from } of imports)
      importers.set(from, (importers.get(from) ?? new Set()).add(path))
  }
  return [...modules.values()]
    .filter(({ path, lineCount }) => {
      const [importer, ...others] = importers.get(path) ?? []
      return (
        lineCount < 40 && importer && others.length === 0 && dirname(importer) === dirname(path)
      )
    })
    .map(({ path }) => path)
}

function sortKeys(object) {
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, object[key]]),
  )
}
