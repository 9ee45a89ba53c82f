import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { createSchemaMeasure } from './measure-schema-query.js'

/** The size of selections, with every use of a fragment. */
export type Measure = { depth: number; aliases: number; cost: number }

type Variables = Readonly<Record<string, unknown>>

const nothing: Measure = { depth: 0, aliases: 0, cost: 0 }

/** The most entries of a list, and the number without a `limit`. */
const listSize = { most: 100, usual: 20 }
const lists = new Set(['follows', 'liveUsers', 'leaderboard', 'followers', 'following'])
const schemaFields = new Set(['__schema', '__type'])

/**
 * Returns a function that measures selections. The fragments must not form a cycle. Each is measured once, so the time is in
 * proportion to the document.
 *
 * @throws {AppError} `invalid_input` when the schema itself is queried too deeply.
 */
export function createMeasure(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
): (selections: SelectionSetNode) => Measure {
  const measured = new Map<string, Measure>()
  const measureSchema = createSchemaMeasure(fragments)

  function measureAll({ selections }: SelectionSetNode): Measure {
    const total = { ...nothing }
    for (const selection of selections) {
      const { depth, aliases, cost } = measureOne(selection)
      total.depth = Math.max(total.depth, depth)
      total.aliases += aliases
      total.cost += cost
    }
    return total
  }

  function measureOne(selection: SelectionNode): Measure {
    if (selection.kind === Kind.FIELD) return measureField(selection)
    return selection.kind === Kind.FRAGMENT_SPREAD
      ? measureFragment(selection.name.value)
      : measureAll(selection.selectionSet)
  }

  function measureFragment(name: string): Measure {
    const fragment = fragments.get(name)
    if (!fragment) return nothing
    const measure = measured.get(name) ?? measureAll(fragment.selectionSet)
    measured.set(name, measure)
    return measure
  }

  function measureField(field: FieldNode): Measure {
    const { selectionSet, alias, name } = field
    const own = alias ? 1 : 0
    if (!selectionSet) return { depth: 1, aliases: own, cost: 1 }
    if (schemaFields.has(name.value)) {
      const { aliases, cost } = measureSchema(selectionSet)
      return { depth: 1, aliases: own + aliases, cost: 1 + cost }
    }
    const { depth, aliases, cost } = measureAll(selectionSet)
    const size = lists.has(name.value) ? sizeOf(field, variables) : 1
    return { depth: 1 + depth, aliases: own + aliases, cost: 1 + size * cost }
  }

  return measureAll
}

/** Returns the number of entries that a list may have. */
function sizeOf({ arguments: given = [] }: FieldNode, variables: Variables): number {
  const limit = given.find(({ name }) => name.value === 'limit')?.value
  if (!limit) return listSize.usual
  const value =
    limit.kind === Kind.VARIABLE
      ? variables[limit.name.value]
      : Number('value' in limit ? limit.value : Number.NaN)
  if (typeof value !== 'number' || Number.isNaN(value)) return listSize.most
  return Math.min(listSize.most, Math.max(1, value))
}
