import ts from 'typescript'
import { readSources } from './read-sources.mjs'

/**
 * Returns the properties of all types in the stores and SQL parts of each owner: a feature, or a
 * layer such as `auth`.
 *
 * @param {string} folder `server/src`
 */
export function readRowProperties(folder) {
  const properties = new Map()
  for (const { path, tree } of readSources(folder).values()) {
    const [layer, feature] = path.split('/')
    const owner = layer === 'features' ? feature : layer
    if (!properties.has(owner)) properties.set(owner, new Set())
    const visit = (node) => {
      if (ts.isPropertySignature(node)) properties.get(owner).add(node.name.getText(tree))
      ts.forEachChild(node, visit)
    }
    if (/(store|-sql)\.ts$/.test(path)) visit(tree)
  }
  return properties
}
