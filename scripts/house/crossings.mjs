import ts from 'typescript'
import { featureOf } from './read-sources.mjs'

/**
 * Follows the code from one function through all functions and constants it uses, and counts the
 * places where a feature uses a function or constant of another one. Each place counts, so two
 * calls of one function are two crossings. Types do not count. Calls through `ctx`, jobs and the
 * list of features are not followed: those are meant to decouple.
 *
 * @param {Map<string, import('./read-sources.mjs').Module>} modules
 * @param {{ path: string, name: string }} entry
 */
export function countCrossings(modules, entry) {
  const visited = new Set()
  const files = new Set()
  const crossings = []
  const waiting = [entry]
  if (!modules.get(entry.path)?.declarations.has(entry.name)) {
    throw new Error(`${entry.path} has no ${entry.name}. Update the entry in scripts/house.`)
  }

  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const key = `${place.path}#${place.name}`
    const declaration = modules.get(place.path)?.declarations.get(place.name)
    if (visited.has(key) || !declaration) continue
    visited.add(key)
    files.add(place.path)
    for (const used of listUses(modules.get(place.path), declaration.node)) {
      waiting.push(used)
      if (isCrossing(modules, place.path, used)) crossings.push({ caller: place, callee: used })
    }
  }
  return { files: files.size, crossings }
}

function isCrossing(modules, path, used) {
  const from = featureOf(path)
  const to = featureOf(used.path)
  const exists = modules.get(used.path)?.declarations.has(used.name) ?? false
  return exists && from !== null && to !== null && from !== to
}

/**
 * Lists the top-level functions and constants that the code of a declaration uses, in this file or
 * another.
 */
function listUses(module, declaration) {
  const imported = new Map(
    module.imports.flatMap(({ from, names }) =>
      names.map(({ local, imported: name }) => [local, { path: from, name }]),
    ),
  )
  const uses = []
  const visit = (node) => {
    if (ts.isTypeNode(node)) return
    if (ts.isIdentifier(node)) {
      if (isOnlyName(node)) return
      const ownDeclaration = module.declarations.get(node.text)
      const target = imported.get(node.text)
      if (target) uses.push(target)
      else if (ownDeclaration && ownDeclaration.node !== declaration)
        uses.push({ path: module.path, name: node.text })
      return
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(declaration, visit)
  return uses
}

/**
 * Returns whether an identifier names a property, a parameter or a variable instead of using one.
 */
function isOnlyName(node) {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) {
    return parent.name === node
  }
  const declares =
    ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)
  return declares && (parent.name === node || parent.propertyName === node)
}

/** Groups crossings by their pair of features, the largest group first. */
export function groupCrossings(crossings) {
  const groups = new Map()
  for (const crossing of crossings) {
    const pair = `${featureOf(crossing.caller.path)} -> ${featureOf(crossing.callee.path)}`
    groups.set(pair, [...(groups.get(pair) ?? []), crossing])
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length)
}

/**
 * Lists imports from a lower folder that handles money into a higher one. `order` lists the folders
 * from the lowest: a folder may import those before it.
 */
export function listArrowsUp(modules, order) {
  const rankOf = (path) => order.findIndex((folder) => path.startsWith(`features/${folder}/`))
  return [...modules.values()].flatMap(({ path, imports }) => {
    const rank = rankOf(path)
    if (rank === -1) return []
    return imports
      .filter(({ from }) => rankOf(from) > rank)
      .map(({ from }) => ({ folders: `${order[rank]} -> ${order[rankOf(from)]}`, path, from }))
  })
}
