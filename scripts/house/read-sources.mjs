import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

const testFile = /\.(test|chaos|properties)\.ts$/

/**
 * @typedef {{ from: string, isType: boolean, names: { local: string, imported: string }[] }} Import
 * @typedef {{ node: import('typescript').Node, isFunction: boolean }} Declaration
 * @typedef {{ path: string, text: string, lineCount: number, tree: import('typescript').SourceFile,
 *   imports: Import[], declarations: Map<string, Declaration> }} Module
 */

/**
 * Parses the production files of a source folder whose paths match a pattern, by their path below
 * it.
 *
 * @returns {Map<string, Module>}
 */
export function readSources(folder, pattern = /\.ts$/) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path) && !testFile.test(path))
    .sort()
  const texts = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  return parseSources(Object.fromEntries(texts))
}

/**
 * Parses files from their texts, by path.
 *
 * @returns {Map<string, Module>}
 */
export function parseSources(texts) {
  return new Map(Object.entries(texts).map(([path, text]) => [path, parse(path, text)]))
}

/** Returns the feature that a path below `server/src` belongs to, or null. */
export function featureOf(path) {
  return /^features\/([^/]+)\//.exec(path)?.[1] ?? null
}

function parse(path, text) {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  return {
    path,
    text,
    lineCount: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length,
    tree,
    imports: [
      ...tree.statements.flatMap((statement) => readImport(path, statement)),
      ...listDynamicImports(path, tree),
    ],
    declarations: new Map(tree.statements.flatMap(readDeclarations)),
  }
}

function readImport(path, statement) {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
  const specifier = statement.moduleSpecifier?.text
  if (!specifier?.startsWith('.')) return []
  const from = posix.join(dirname(path), specifier).replace(/\.js$/, '.ts')
  if (ts.isExportDeclaration(statement)) return [{ from, isType: statement.isTypeOnly, names: [] }]
  const bindings = statement.importClause?.namedBindings
  const elements = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : []
  const isType = statement.importClause?.isTypeOnly ?? false
  const values = elements.filter((element) => !isType && !element.isTypeOnly)
  return [
    {
      from,
      isType: isType || (elements.length > 0 && values.length === 0),
      names: values.map(({ name, propertyName }) => ({
        local: name.text,
        imported: (propertyName ?? name).text,
      })),
    },
  ]
}

/** Lists the files that are loaded with `import()`. */
function listDynamicImports(path, tree) {
  const imports = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const specifier = node.arguments[0]?.text
      if (specifier?.startsWith('.')) {
        const from = posix.join(dirname(path), specifier).replace(/\.js$/, '.ts')
        imports.push({ from, isType: false, names: [] })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return imports
}

function readDeclarations(statement) {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    const isFunction = ts.isFunctionDeclaration(statement)
    return statement.name ? [[statement.name.text, { node: statement, isFunction }]] : []
  }
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap((node) => {
    if (!ts.isIdentifier(node.name)) return []
    const value = node.initializer
    const isFunction = value ? ts.isArrowFunction(value) || ts.isFunctionExpression(value) : false
    return [[node.name.text, { node, isFunction }]]
  })
}
