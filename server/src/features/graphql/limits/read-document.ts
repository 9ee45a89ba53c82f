import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  visit,
} from 'graphql'
import { type LimitConfig, maxOfRequest } from '../../../platform/limits/max-of.js'
import { badRequest, DocumentError } from '../graphql-error.js'
import type { GraphqlRequest } from '../read-request.js'
import { type Measure, measureOperations } from './measure-selections.js'

type Settings = Pick<LimitConfig, 'limits'>

/** Limits of queries of the schema itself, with every use of a fragment. */
const schemaMax = { fields: 2_000, queries: 5 }

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
  requireFewNodes(config, document)
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition)
    }
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  for (const measure of measureOperations(operations, fragments, input.variables)) {
    requireSmall(config, measure)
  }
  const operation = getOperationAST(document, input.operationName)
  if (operation) return { document, operation }
  throw badRequest(explainMissing(input.operationName, operations.length))
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

/** Validation compares all fields of the same name, so its time grows with their square. */
function requireFewNodes(config: Settings, document: DocumentNode): void {
  const maxDirectives = maxOfRequest(config, 'graphql-directives')
  const maxRepeats = maxOfRequest(config, 'graphql-repeats')
  const repeats = new Map<string, number>()
  let directives = 0
  visit(document, {
    Directive() {
      directives += 1
      if (directives <= maxDirectives) return
      throw badRequest(`The document has more than ${maxDirectives} directives.`)
    },
    Field({ alias, name }) {
      const key = (alias ?? name).value
      const count = (repeats.get(key) ?? 0) + 1
      repeats.set(key, count)
      if (count <= maxRepeats) return
      throw badRequest(`The document has the same field more than ${maxRepeats} times.`)
    },
  })
}

function requireSmall(config: Settings, measure: Measure): void {
  const { depth, aliases, cost, schemaFields, schemaQueries } = measure
  if (schemaQueries > schemaMax.queries) {
    throw badRequest('The document queries the schema too often.')
  }
  if (schemaFields > schemaMax.fields) throw badRequest('The query of the schema is too large.')
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

function explainMissing(operationName: string | null, operationCount: number): string {
  if (operationName !== null) return 'The document has no operation with this operationName.'
  return operationCount === 0
    ? 'The document has no operation.'
    : 'operationName is required, because the document has several operations.'
}
