/** A change of the tree that a walk-through asks for. */
export type Instruction =
  | { kind: 'create'; path: string; code: string }
  | { kind: 'append'; path: string; code: string }
  /** Inserts code as the first lines of an object literal. */
  | { kind: 'insert-first'; path: string; object: string; code: string }
  /** Inserts code after the call that registers a route. */
  | { kind: 'insert-route'; path: string; after: string; code: string }
  | { kind: 'import'; path: string; code: string }
  | { kind: 'extend-import'; path: string; from: string; name: string }
  | { kind: 'extend-union'; path: string; union: string; member: string }
  | { kind: 'add-row'; path: string; code: string }
  /** Runs the tests whose paths contain one of the filters. */
  | { kind: 'test'; filters: string[] }

type Step = { text: string; parts: { prose: string; code: string | null }[] }

/**
 * Reads the instructions of a section of CONTRIBUTING.md in their order. Blocks of shell commands
 * are examples for the reader.
 *
 * @throws when a block has no instruction that it knows.
 */
export function readWalkThrough(page: string, heading: string): Instruction[] {
  const [, rest = ''] = page.split(`\n## ${heading}\n`)
  const [section = ''] = rest.split('\n## ')
  return readSteps(section).flatMap(readStep)
}

function readSteps(section: string): Step[] {
  const items = section.split(/^(?=\d+\. )/m).slice(1)
  return items.map((text) => {
    const plain = text.replace(/^ {3}/gm, '')
    const pieces = plain.split(/^```(\w+)\n([\s\S]*?)^```$/m)
    const parts: Step['parts'] = []
    for (let at = 0; at < pieces.length; at += 3) {
      const language = pieces[at + 1]
      const code = language && language !== 'sh' ? (pieces[at + 2] ?? '') : null
      parts.push({ prose: (pieces[at] ?? '').replaceAll('\n', ' '), code })
    }
    return { text: plain, parts }
  })
}

function readStep({ text, parts }: Step): Instruction[] {
  const path = /`((?:server|docs)\/[\w./-]+\.\w+)`/.exec(text)?.[1] ?? ''
  return parts.flatMap(({ prose, code }) => [
    ...readEdits(prose, path),
    ...(code === null ? [] : [readBlock({ prose, code, path })]),
  ])
}

/** Reads the edits that a sentence describes completely. */
function readEdits(prose: string, path: string): Instruction[] {
  const imports = prose.matchAll(
    /add (`\w+`(?: and `\w+`)?) to the existing import +from `([^`]+)`/g,
  )
  const unions = prose.matchAll(/[Aa]dd `([^`]+)` to the union `(\w+)` in `([^`]+)`/g)
  const tests = prose.matchAll(/Run `npm test -- ([^`]+)`/g)
  return [
    ...Array.from(imports, ([, names = '', from = '']) =>
      Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => ({
        kind: 'extend-import' as const,
        path,
        from,
        name,
      })),
    ).flat(),
    ...Array.from(unions, ([, member = '', union = '', file = '']) => ({
      kind: 'extend-union' as const,
      path: file,
      union,
      member,
    })),
    ...Array.from(tests, ([, filters = '']) => ({
      kind: 'test' as const,
      filters: filters.split(' '),
    })),
  ]
}

function readBlock({
  prose,
  code,
  path,
}: {
  prose: string
  code: string
  path: string
}): Instruction {
  const [, row] = /add this row to the table in `([^`]+)`/.exec(prose) ?? []
  if (row) return { kind: 'add-row', path: row, code }
  const [, created] = /Create `([^`]+)`/.exec(prose) ?? []
  if (created) return { kind: 'create', path: created, code }
  const [, appended] = /at the end of `([^`]+)`/.exec(prose) ?? []
  if (appended) return { kind: 'append', path: appended, code }
  const [, object, first] = /at the start of `(\w+)` in +`([^`]+)`/.exec(prose) ?? []
  if (object && first) return { kind: 'insert-first', path: first, object, code }
  const [, after] = /add the route inside `\w+`, after `([^`]+)`/.exec(prose) ?? []
  if (after) return { kind: 'insert-route', path, after, code }
  if (code.split('\n').every((line) => line === '' || line.startsWith('import '))) {
    return { kind: 'import', path, code }
  }
  throw new Error(`The text before a block does not say where it belongs: ${prose}`)
}
