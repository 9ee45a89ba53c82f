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
import { createMeasure, type Measure } from './measure-selections.js'
import { requireAcyclic } from './require-acyclic.js'

export type ReadDocument = { document: DocumentNode; operation: OperationDefinitionNode }

/**
 * Parses a document, limits everything that makes validating or executing it expensive, and returns it with the operation
 * to execute.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDocument(
  config: Pick<LimitConfig, 'limits'>,
  input: {
    query: string
    variables: Readonly<Record<string, unknown>>
    operationName: string | null
  },
): ReadDocument {
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

function parseQuery(config: Pick<LimitConfig, 'limits'>, query: string): DocumentNode {
  const maxTokens = maxOfRequest(config, 'graphql-tokens')
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentError(error.message)
    throw error
  }
}

function requireFewDirectives(config: Pick<LimitConfig, 'limits'>, document: DocumentNode): void {
  const most = maxOfRequest(config, 'graphql-directives')
  let count = 0
  visit(document, {
    Directive() {
      count += 1
      if (count > most) throw badRequest(`The document has more than ${most} directives.`)
    },
  })
}

/** Validation compares all fields of the same name with each other, so its time grows with the square of their number. */
function requireFewRepeats(config: Pick<LimitConfig, 'limits'>, document: DocumentNode): void {
  const most = maxOfRequest(config, 'graphql-repeats')
  const counts = new Map<string, number>()
  visit(document, {
    Field({ alias, name }) {
      const key = (alias ?? name).value
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > most) throw badRequest(`The document has the same field more than ${most} times.`)
    },
  })
}

function requireSmall(
  config: Pick<LimitConfig, 'limits'>,
  { depth, aliases, cost }: Measure,
): void {
  const most = {
    depth: maxOfRequest(config, 'graphql-depth'),
    aliases: maxOfRequest(config, 'graphql-aliases'),
    cost: maxOfRequest(config, 'graphql-cost'),
  }
  if (depth > most.depth) throw badRequest(`The document is deeper than ${most.depth} levels.`)
  if (aliases > most.aliases)
    throw badRequest(`The document has more than ${most.aliases} aliases.`)
  if (cost > most.cost) {
    throw badRequest(
      `The document costs ${Math.ceil(cost)}, and the limit is ${most.cost}. Request fewer fields or smaller lists.`,
    )
  }
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
  if (!chosen)
    throw badRequest(
      name === null
        ? 'The document has no operation.'
        : 'The document has no operation with this operationName.',
    )
  return chosen
}
