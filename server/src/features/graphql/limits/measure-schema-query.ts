import {
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { badRequest } from '../graphql-error.js'

/** The usual sizes of the lists in the schema. */
const listSizes: Readonly<Record<string, number>> = {
  types: 30,
  fields: 6,
  inputFields: 3,
  args: 2,
  enumValues: 4,
  directives: 5,
  interfaces: 1,
  possibleTypes: 1,
}

/** The schema comes from memory, so its fields cost less than others. */
const fieldCost = 0.3

/** Tools nest `ofType` about ten levels deep, and lists three: types, their fields, and the arguments of these. */
const most = { depth: 16, lists: 3, selections: 2_000, queries: 5 }

type Place = { depth: number; lists: number }
type Measure = { aliases: number; cost: number }

/**
 * Returns a function that measures the selections of a query of the schema itself. It may be deeper than others, because
 * tools send such queries. The fragments must not form a cycle.
 *
 * @throws {AppError} `invalid_input` when it is too deep or too large.
 */
export function createSchemaMeasure(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): (selections: SelectionSetNode) => Measure {
  let visited = 0
  let queries = 0

  function measureAll({ selections }: SelectionSetNode, place: Place): Measure {
    if (place.depth > most.depth || place.lists > most.lists) {
      throw badRequest('The query of the schema is nested too deeply.')
    }
    visited += selections.length
    if (visited > most.selections) throw badRequest('The query of the schema is too large.')
    const total = { aliases: 0, cost: 0 }
    for (const selection of selections) {
      const { aliases, cost } = measureOne(selection, place)
      total.aliases += aliases
      total.cost += cost
    }
    return total
  }

  function measureOne(selection: SelectionNode, place: Place): Measure {
    if (selection.kind === Kind.INLINE_FRAGMENT) return measureAll(selection.selectionSet, place)
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value)
      return fragment ? measureAll(fragment.selectionSet, place) : { aliases: 0, cost: 0 }
    }
    const aliases = selection.alias ? 1 : 0
    if (!selection.selectionSet) return { aliases, cost: fieldCost }
    const size = listSizes[selection.name.value]
    const depth = place.depth + 1
    const lists = place.lists + (size === undefined ? 0 : 1)
    const inner = measureAll(selection.selectionSet, { depth, lists })
    return { aliases: aliases + inner.aliases, cost: fieldCost + (size ?? 1) * inner.cost }
  }

  return (selections) => {
    queries += 1
    if (queries > most.queries) throw badRequest('The document queries the schema too often.')
    return measureAll(selections, { depth: 1, lists: 0 })
  }
}
