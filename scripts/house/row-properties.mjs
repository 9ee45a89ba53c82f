import { posix } from 'node:path'
import ts from 'typescript'
import { readSources } from './read-sources.mjs'

const storeFile = /(store|-sql)\.ts$/

/**
 * Returns the properties of all types and the declared columns in the stores and SQL parts of each
 * owner: a feature, or a layer such as `auth`. Types that a store imports by name from its owner
 * count as its own.
 *
 * @param {string} folder `server/src`
 */
export function readRowProperties(folder) {
  const modules = readSources(folder)
  const properties = new Map()
  for (const { path, tree } of modules.values()) {
    const owner = ownerOf(path)
    if (!properties.has(owner)) properties.set(owner, new Set())
    if (!storeFile.test(path)) continue
    const addProperties = (node) => {
      if (ts.isPropertySignature(node)) properties.get(owner).add(node.name.text)
      for (const { field, column } of listDeclaredColumns(node)) {
        properties.get(owner).add(column ?? field)
      }
      ts.forEachChild(node, addProperties)
    }
    addProperties(tree)
    for (const type of listImportedTypes(modules, path)) addProperties(type)
  }
  return properties
}

/**
 * Lists the columns that stores declare with `defineColumns`, with their kinds. The text of the file
 * names the tables they may belong to.
 *
 * @param {string} folder `server/src`
 */
export function readDeclaredColumns(folder) {
  return [...readSources(folder, storeFile).values()].flatMap(({ path, text, tree }) => {
    const columns = []
    const addColumns = (node) => {
      for (const { column, kind } of listDeclaredColumns(node)) {
        if (column) columns.push({ path, owner: ownerOf(path), text, column, kind })
      }
      ts.forEachChild(node, addColumns)
    }
    addColumns(tree)
    return columns
  })
}

/**
 * Lists the columns in a call of `defineColumns` or of `with`, which adds columns to them. The
 * column is null for a field that is computed.
 */
function listDeclaredColumns(node) {
  if (!ts.isCallExpression(node) || !/\b(defineColumns|with)$/.test(node.expression.getText())) {
    return []
  }
  const [declaration] = node.arguments
  if (!declaration || !ts.isObjectLiteralExpression(declaration)) return []
  return declaration.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => {
    const options = ts.isObjectLiteralExpression(initializer) ? initializer.properties : []
    const optionOf = (pattern) => options.find((option) => pattern.test(option.name.getText()))
    const kind = optionOf(/^kind$/)?.initializer.text ?? initializer.text
    const source = optionOf(/^(name|sql)$/)
    const snakeCase = name.text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    // `name` is a column, and so is an `sql` such as `users.created_at`.
    const text = source && ts.isStringLiteralLike(source.initializer) ? source.initializer.text : ''
    const named = /^(?:\w+\.)?(\w+)$/.exec(text)?.[1] ?? null
    return { field: name.text, column: source ? named : snakeCase, kind }
  })
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
