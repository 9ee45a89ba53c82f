import {
  type FieldNode,
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

/** Tools nest `ofType` about ten levels deep, and lists three: types, fields, arguments. */
const max = { depth: 16, lists: 3, selections: 2_000, queries: 5 }

type Place = { depth: number; lists: number }

type SchemaMeasure = { aliases: number; cost: number }

/** The size of selections, with every use of a fragment. */
export type Measure = { depth: number; aliases: number; cost: number }

type Variables = Readonly<Record<string, unknown>>

const nothing: Measure = { depth: 0, aliases: 0, cost: 0 }

/** The maximum size of a list, and the size without a `limit`. */
const listSize = { max: 100, default: 20 }
const lists = new Set(['follows', 'liveUsers', 'leaderboard', 'followers', 'following'])
const schemaFields = new Set(['__schema', '__type'])

/**
 * Returns a function that measures selections. The fragments must not form a cycle. Each is
 * measured once, so the time is in proportion to the document.
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
    const aliasCount = alias ? 1 : 0
    if (!selectionSet) return { depth: 1, aliases: aliasCount, cost: 1 }
    if (schemaFields.has(name.value)) {
      const { aliases, cost } = measureSchema(selectionSet)
      return { depth: 1, aliases: aliasCount + aliases, cost: 1 + cost }
    }
    const { depth, aliases, cost } = measureAll(selectionSet)
    const size = lists.has(name.value) ? sizeOf(field, variables) : 1
    return { depth: 1 + depth, aliases: aliasCount + aliases, cost: 1 + size * cost }
  }

  return measureAll
}

/** Returns the number of entries that a list may have. */
function sizeOf({ arguments: given = [] }: FieldNode, variables: Variables): number {
  const limit = given.find(({ name }) => name.value === 'limit')?.value
  if (!limit) return listSize.default
  const value =
    limit.kind === Kind.VARIABLE
      ? variables[limit.name.value]
      : Number('value' in limit ? limit.value : Number.NaN)
  if (typeof value !== 'number' || Number.isNaN(value)) return listSize.max
  return Math.min(listSize.max, Math.max(1, value))
}

/**
 * Returns a function that measures the selections of a query of the schema itself. It may be deeper
 * than others, because tools send such queries. The fragments must not form a cycle.
 *
 * @throws {AppError} `invalid_input` when it is too deep or too large.
 */
function createSchemaMeasure(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): (selections: SelectionSetNode) => SchemaMeasure {
  let visited = 0
  let queries = 0

  function measureSchemaAll({ selections }: SelectionSetNode, place: Place): SchemaMeasure {
    if (place.depth > max.depth || place.lists > max.lists) {
      throw badRequest('The query of the schema is nested too deeply.')
    }
    visited += selections.length
    if (visited > max.selections) throw badRequest('The query of the schema is too large.')
    const total = { aliases: 0, cost: 0 }
    for (const selection of selections) {
      const { aliases, cost } = measureOne(selection, place)
      total.aliases += aliases
      total.cost += cost
    }
    return total
  }

  function measureOne(selection: SelectionNode, place: Place): SchemaMeasure {
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return measureSchemaAll(selection.selectionSet, place)
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value)
      return fragment ? measureSchemaAll(fragment.selectionSet, place) : { aliases: 0, cost: 0 }
    }
    const aliases = selection.alias ? 1 : 0
    if (!selection.selectionSet) return { aliases, cost: fieldCost }
    const size = listSizes[selection.name.value]
    const depth = place.depth + 1
    const lists = place.lists + (size === undefined ? 0 : 1)
    const inner = measureSchemaAll(selection.selectionSet, { depth, lists })
    return { aliases: aliases + inner.aliases, cost: fieldCost + (size ?? 1) * inner.cost }
  }

  return (selections) => {
    queries += 1
    if (queries > max.queries) throw badRequest('The document queries the schema too often.')
    return measureSchemaAll(selections, { depth: 1, lists: 0 })
  }
}
