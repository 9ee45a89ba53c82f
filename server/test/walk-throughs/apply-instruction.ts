import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instruction } from './read-walk-through.js'

type Edit = Exclude<Instruction, { kind: 'test' }>

/**
 * Changes a file below `root` as an instruction says.
 *
 * @throws when the file does not have the place that the instruction names.
 */
export function applyInstruction(root: string, edit: Edit): void {
  const path = join(root, edit.path)
  if (edit.kind === 'create') {
    if (existsSync(path)) throw new Error(`${edit.path} exists already.`)
    writeFileSync(path, edit.code)
    return
  }
  const before = readFileSync(path, 'utf8')
  const after = change(before, edit)
  if (after === before) throw new Error(`${edit.path} has no place for: ${JSON.stringify(edit)}`)
  // The copy shares its content with the original file, so it is replaced instead of changed.
  rmSync(path)
  writeFileSync(path, after)
}

function change(text: string, edit: Exclude<Edit, { kind: 'create' }>): string {
  switch (edit.kind) {
    case 'append':
      return `${text}\n${edit.code}`
    case 'import':
      return `${edit.code}${text}`
    case 'insert-first':
      return insertAfter(text, `export const ${edit.object} = {\n`, edit.code)
    case 'insert-route':
      return insertAfter(text, findRoute(text, edit.after), `\n${edit.code}`)
    case 'extend-import':
      return text.replace(
        new RegExp(`import \\{([^{}]*)\\} from '${escapePattern(edit.from)}'`),
        (_, names: string) => `import { ${edit.name}, ${names.trim()} } from '${edit.from}'`,
      )
    case 'extend-union':
      return text.replace(`type ${edit.union} =\n`, `type ${edit.union} =\n  | ${edit.member}\n`)
    case 'add-row':
      return text.replace(/^(\|(?:-+\|)+\n)/m, `$1${edit.code}`)
  }
}

/** Returns the call that registers a route, such as `POST /api/shop/config`. */
function findRoute(text: string, route: string): string {
  const [method = '', url = ''] = route.split(' ')
  const start = text.indexOf(`  app.${method.toLowerCase()}(\n    '${url}',\n`)
  const end = text.indexOf('\n  )\n', start)
  return start === -1 ? '\0' : text.slice(start, end + '\n  )\n'.length)
}

function insertAfter(text: string, place: string, code: string): string {
  return text.replace(place, () => `${place}${code}`)
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
