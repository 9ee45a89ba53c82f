import { posix } from 'node:path'
import ts from 'typescript'
import { readSources } from './read-sources.mjs'

/**
 * Returns the properties of all types in the stores and SQL parts of each owner: a feature, or a
 * layer such as `auth`. Types that a store imports by name from its owner count as its own.
 *
 * @param {string} folder `server/src`
 */
export function readRowProperties(folder) {
  const modules = readSources(folder)
  const properties = new Map()
  for (const { path, tree } of modules.values()) {
    const owner = ownerOf(path)
    if (!properties.has(owner)) properties.set(owner, new Set())
    if (!/(store|-sql)\.ts$/.test(path)) continue
    const addProperties = (node) => {
      if (ts.isPropertySignature(node)) properties.get(owner).add(node.name.text)
      ts.forEachChild(node, addProperties)
    }
    addProperties(tree)
    for (const type of listImportedTypes(modules, path)) addProperties(type)
  }
  return properties
}

function ownerOf(path) {
  const [layer, feature] = path.split('/')
  return layer === 'features' ? feature : layer
}

/** Lists the declarations of the types that a file imports from its owner. */
function listImportedTypes(modules, path) {
  return modules
    .get(path)
    .tree.statements.filter(ts.isImportDeclaration)
    .flatMap(({ importClause, moduleSpecifier }) => {
      const from = posix.join(posix.dirname(path), moduleSpecifier.text).replace(/\.js$/, '.ts')
      const names = importClause?.namedBindings?.elements?.map(({ name }) => name.text) ?? []
      if (!modules.has(from) || ownerOf(from) !== ownerOf(path)) return []
      return modules
        .get(from)
        .tree.statements.filter(ts.isTypeAliasDeclaration)
        .filter(({ name }) => names.includes(name.text))
    })
}
