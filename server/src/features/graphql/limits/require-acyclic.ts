import { type FragmentDefinitionNode, visit } from 'graphql'
import { badRequest } from '../graphql-error.js'

/**
 * Requires that no fragment uses itself, directly or through others.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireAcyclic(fragments: ReadonlyMap<string, FragmentDefinitionNode>): void {
  const states = new Map<string, 'open' | 'done'>()
  const check = (name: string): void => {
    const fragment = fragments.get(name)
    if (!fragment || states.get(name) === 'done') return
    if (states.get(name) === 'open') throw badRequest('Fragments must not form a cycle.')
    states.set(name, 'open')
    for (const used of spreadsOf(fragment)) check(used)
    states.set(name, 'done')
  }
  for (const name of fragments.keys()) check(name)
}

function spreadsOf(fragment: FragmentDefinitionNode): Set<string> {
  const names = new Set<string>()
  visit(fragment, {
    FragmentSpread(spread) {
      names.add(spread.name.value)
    },
  })
  return names
}
