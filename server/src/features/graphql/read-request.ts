import { AppError } from '../../lib/errors.js'
import { isFields } from '../../lib/fields/read-fields.js'
import { parseJsonBody } from '../../platform/http/json-body.js'
import { type LimitConfig, maxOfRequest } from '../../platform/limits/max-of.js'
import { badRequest } from './graphql-error.js'

export type GraphqlRequest = {
  query: string
  variables: Readonly<Record<string, unknown>>
  operationName: string | null
}

type RequestFields = { query?: string; variables?: unknown; operationName?: string | null }

type Settings = Pick<LimitConfig, 'limits'>

/** Levels of nesting in variables: an input object is the deepest that the schema takes. */
const variableLevels = 4

/**
 * Reads a request from its body or URL. Variables in a URL are JSON.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readRequest(config: Settings, fields: RequestFields): GraphqlRequest {
  const { query, variables, operationName } = fields
  if (query === undefined || query.trim() === '') throw badRequest('query is required.')
  if (query.length > maxOfRequest(config, 'graphql-bodies')) throw badRequest('query is too long.')
  const read = typeof variables === 'string' ? parseVariables(config, variables) : variables
  return { query, variables: checkVariables(config, read), operationName: operationName || null }
}

function parseVariables(config: Settings, text: string): unknown {
  requireShort(config, text)
  try {
    return parseJsonBody(text, config)
  } catch (error) {
    if (error instanceof AppError) throw badRequest('variables must be a JSON object.')
    throw error
  }
}

function checkVariables(config: Settings, variables: unknown): Readonly<Record<string, unknown>> {
  if (variables === undefined || variables === null) return {}
  if (!isFields(variables)) throw badRequest('variables must be an object.')
  requireFlat(variables, variableLevels)
  requireShort(config, JSON.stringify(variables))
  return variables
}

function requireShort(config: Settings, text: string): void {
  const max = maxOfRequest(config, 'graphql-variables')
  if (Buffer.byteLength(text) > max) throw badRequest(`variables take more than ${max} bytes.`)
}

function requireFlat(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (levels === 0) {
    throw badRequest(`variables are nested deeper than ${variableLevels} levels.`)
  }
  for (const inner of Object.values(value)) requireFlat(inner, levels - 1)
}
