import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Compares two folders of recorded responses. A response that only one recording has is shown
 * beside the most similar one of the same route and status in the other.
 */
export function compareRecordings(before, after) {
  const old = readRecording(before)
  const current = readRecording(after)
  const removed = [...old].filter(([path]) => !current.has(path))
  const added = new Map([...current].filter(([path]) => !old.has(path)))

  const differences = removed.map(([path, text]) => {
    const place = dirname(path)
    const partner = findMostSimilar(text, place, added)
    if (partner) added.delete(partner.path)
    return { place, lines: partner ? diffLines(text, partner.text) : ['- only before', text] }
  })
  const onlyAfter = [...added].map(([path, text]) => ({
    place: dirname(path),
    lines: ['+ only after', text],
  }))
  return { same: old.size - removed.length, differences: [...differences, ...onlyAfter] }
}

function readRecording(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    paths
      .filter((path) => path.endsWith('.txt'))
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}

function findMostSimilar(text, place, candidates) {
  const lines = new Set(text.split('\n'))
  const scored = [...candidates]
    .filter(([path]) => dirname(path) === place)
    .map(([path, other]) => {
      const shared = other.split('\n').filter((line) => lines.has(line)).length
      return { path, text: other, shared }
    })
  return scored.sort((left, right) => right.shared - left.shared)[0]
}

/** Lists the lines that only one of two texts has. */
function diffLines(before, after) {
  const old = before.split('\n')
  const current = after.split('\n')
  return [
    ...old.filter((line) => !current.includes(line)).map((line) => `- ${line}`),
    ...current.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ]
}
