import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  visit,
} from 'graphql'
import { type LimitConfig, maxOfRequest } from '../../../platform/limits/max-of.js'
import { badRequest, DocumentError } from '../graphql-error.js'
import type { GraphqlRequest } from '../read-request.js'
import { createMeasure, type Measure } from './measure-selections.js'

type Settings = Pick<LimitConfig, 'limits'>

/**
 * Parses a document, limits everything that makes validating or executing it expensive, and returns
 * it with the operation to execute.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDocument(
  config: Settings,
  input: GraphqlRequest,
): { document: DocumentNode; operation: OperationDefinitionNode } {
  const document = parseQuery(config, input.query)
  requireFewDirectives(config, document)
  requireFewRepeats(config, document)
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition)
    }
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  requireAcyclic(fragments)
  const measure = createMeasure(fragments, input.variables)
  for (const { selectionSet } of operations) requireSmall(config, measure(selectionSet))
  return { document, operation: chooseOperation(operations, input.operationName) }
}

function parseQuery(config: Settings, query: string): DocumentNode {
  const maxTokens = maxOfRequest(config, 'graphql-tokens')
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentError(error.message)
    throw error
  }
}

function requireFewDirectives(config: Settings, document: DocumentNode): void {
  const max = maxOfRequest(config, 'graphql-directives')
  let count = 0
  visit(document, {
    Directive() {
      count += 1
      if (count > max) throw badRequest(`The document has more than ${max} directives.`)
    },
  })
}

/** Validation compares all fields of the same name, so its time grows with their square. */
function requireFewRepeats(config: Settings, document: DocumentNode): void {
  const max = maxOfRequest(config, 'graphql-repeats')
  const counts = new Map<string, number>()
  visit(document, {
    Field({ alias, name }) {
      const key = (alias ?? name).value
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > max) throw badRequest(`The document has the same field more than ${max} times.`)
    },
  })
}

function requireSmall(config: Settings, { depth, aliases, cost }: Measure): void {
  const maxDepth = maxOfRequest(config, 'graphql-depth')
  if (depth > maxDepth) throw badRequest(`The document is deeper than ${maxDepth} levels.`)
  const maxAliases = maxOfRequest(config, 'graphql-aliases')
  if (aliases > maxAliases) throw badRequest(`The document has more than ${maxAliases} aliases.`)
  const maxCost = maxOfRequest(config, 'graphql-cost')
  if (cost <= maxCost) return
  throw badRequest(
    `The document costs ${Math.ceil(cost)}, and the limit is ${maxCost}. Request fewer fields or smaller lists.`,
  )
}

function chooseOperation(
  operations: readonly OperationDefinitionNode[],
  name: string | null,
): OperationDefinitionNode {
  if (name === null && operations.length > 1) {
    throw badRequest('operationName is required, because the document has several operations.')
  }
  const chosen =
    name === null ? operations[0] : operations.find((operation) => operation.name?.value === name)
  if (chosen) return chosen
  throw badRequest(
    name === null
      ? 'The document has no operation.'
      : 'The document has no operation with this operationName.',
  )
}

/**
 * Requires that no fragment uses itself, directly or through others.
 *
 * @throws {AppError} `invalid_input`.
 */
function requireAcyclic(fragments: ReadonlyMap<string, FragmentDefinitionNode>): void {
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
