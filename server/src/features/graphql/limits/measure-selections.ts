import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { badRequest } from '../graphql-error.js'

/** The size of selections, with every use of a fragment. */
export type Measure = {
  depth: number
  aliases: number
  cost: number
  /** The largest number of lists inside each other. */
  lists: number
  /** Fields of queries of the schema itself. */
  schemaFields: number
  schemaQueries: number
}

type Variables = Readonly<Record<string, unknown>>

const nothing: Measure = {
  depth: 0,
  aliases: 0,
  cost: 0,
  lists: 0,
  schemaFields: 0,
  schemaQueries: 0,
}

/** The maximum size of a list, and the size without a `limit`. */
const listSize = { max: 100, default: 20 }
const lists = new Set(['follows', 'liveUsers', 'leaderboard', 'followers', 'following'])

/** The fields that query the schema itself. It comes from memory, so its fields cost less. */
const schemaRoots = new Set(['__schema', '__type'])
const schemaFieldCost = 0.3

/** The usual sizes of the lists in the schema. */
const schemaListSizes: Readonly<Record<string, number>> = {
  types: 30,
  fields: 6,
  inputFields: 3,
  args: 2,
  enumValues: 4,
  directives: 5,
  interfaces: 1,
  possibleTypes: 1,
}

/** Tools nest `ofType` about ten levels deep, and lists three: types, fields, arguments. */
const schemaMax = { depth: 16, lists: 3 }

/**
 * Measures operations. Each fragment is measured once, so the time is in proportion to the
 * document.
 *
 * @throws {AppError} `invalid_input` when fragments form a cycle, or when the schema itself is
 *   queried too deeply.
 */
export function measureOperations(
  operations: readonly { selectionSet: SelectionSetNode }[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
): Measure[] {
  /** Null while a fragment is being measured. */
  const measured = new Map<string, Measure | null>()

  function measureAll({ selections }: SelectionSetNode, isSchema: boolean): Measure {
    const total = { ...nothing }
    for (const selection of selections) {
      const part = measureSelection(selection, isSchema)
      total.depth = Math.max(total.depth, part.depth)
      total.lists = Math.max(total.lists, part.lists)
      total.aliases += part.aliases
      total.cost += part.cost
      total.schemaFields += part.schemaFields
      total.schemaQueries += part.schemaQueries
    }
    return total
  }

  function measureSelection(selection: SelectionNode, isSchema: boolean): Measure {
    if (selection.kind === Kind.FIELD) return measureField(selection, isSchema)
    return selection.kind === Kind.FRAGMENT_SPREAD
      ? measureFragment(selection.name.value)
      : measureAll(selection.selectionSet, isSchema)
  }

  function measureFragment(name: string): Measure {
    const measuredFragment = measured.get(name)
    if (measuredFragment === null) throw badRequest('Fragments must not form a cycle.')
    const fragment = fragments.get(name)
    if (measuredFragment || !fragment) return measuredFragment ?? nothing
    measured.set(name, null)
    const isSchema = fragment.typeCondition.name.value.startsWith('__')
    const measure = measureAll(fragment.selectionSet, isSchema)
    measured.set(name, measure)
    return measure
  }

  function measureField(field: FieldNode, isSchema: boolean): Measure {
    const { selectionSet, alias, name } = field
    const isRoot = !isSchema && schemaRoots.has(name.value)
    const inner = selectionSet ? measureAll(selectionSet, isSchema || isRoot) : nothing
    if (isRoot && (inner.depth > schemaMax.depth || inner.lists > schemaMax.lists)) {
      throw badRequest('The query of the schema is nested too deeply.')
    }
    const size = selectionSet && (isSchema ? schemaListSizes[name.value] : sizeOf(field, variables))
    return {
      depth: 1 + (isRoot ? 0 : inner.depth),
      lists: isRoot ? 0 : inner.lists + (size === undefined ? 0 : 1),
      aliases: inner.aliases + (alias ? 1 : 0),
      cost: (isSchema ? schemaFieldCost : 1) + (size ?? 1) * inner.cost,
      schemaFields: inner.schemaFields + (isSchema ? 1 : 0),
      schemaQueries: inner.schemaQueries + (isRoot ? 1 : 0),
    }
  }

  // Also those that no operation uses: they must not form a cycle either.
  for (const name of fragments.keys()) measureFragment(name)
  return operations.map(({ selectionSet }) => measureAll(selectionSet, false))
}

/** Returns the number of entries that a list may have, or undefined when the field is not a list. */
function sizeOf({ name, arguments: args = [] }: FieldNode, variables: Variables) {
  if (!lists.has(name.value)) return undefined
  const limit = args.find((argument) => argument.name.value === 'limit')?.value
  if (!limit) return listSize.default
  const value =
    limit.kind === Kind.VARIABLE
      ? variables[limit.name.value]
      : Number('value' in limit ? limit.value : Number.NaN)
  if (typeof value !== 'number' || Number.isNaN(value)) return listSize.max
  return Math.min(listSize.max, Math.max(1, value))
}
