/** A member of an object in a JSON text. */
export type JsonMember = {
  /** The names that lead to it, the outermost first. */
  path: readonly string[]
  /** Counted from 1. */
  line: number
}

type Level = { isObject: boolean; name: string | null; expectsName: boolean }

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n|[^\s"{}[\],:]+/g

/**
 * Lists the members of the objects in a valid JSON text, in order, including repeated names. Leaves
 * out those below `maxDepth` names, because the paths of a deep text would take the square of its
 * length.
 */
export function listJsonMembers(text: string, maxDepth: number): JsonMember[] {
  const members: JsonMember[] = []
  const levels: Level[] = []
  let line = 1
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1)
    if (token === '\n') line += 1
    else if (token === '{') levels.push({ isObject: true, name: null, expectsName: true })
    else if (token === '[') levels.push({ isObject: false, name: null, expectsName: false })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level?.isObject) level.expectsName = true
    else if (level?.expectsName) {
      level.name = JSON.parse(token)
      level.expectsName = false
      if (levels.length > maxDepth) continue
      members.push({ path: levels.flatMap(({ name }) => name ?? []), line })
    }
  }
  return members
}

/**
 * Parses a JSON text.
 *
 * @throws {SyntaxError} whose message begins with the line of the mistake.
 */
export function parseJsonWithLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const [, position] = /at position (\d+)/.exec(message) ?? []
    const before = position === undefined ? text.trimEnd() : text.slice(0, Number(position))
    throw new SyntaxError(`line ${before.split('\n').length}: this is not valid JSON`)
  }
}
