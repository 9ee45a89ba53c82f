import type { FastifyRequest } from 'fastify'
import type { Fields } from '../../lib/fields/read-fields.js'
import type { LimitName } from '../../platform/limits/limits.js'

/** A call of a tool. Nothing in it is validated. */
export type ToolCall = {
  args: Fields
  /** Fields of the protocol beside the arguments, such as a payment. */
  meta: Fields
  request: FastifyRequest
}

export type ToolResult = { content: Fields; isError?: boolean; meta?: Fields }

/** Something that an agent can do through MCP. */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: {
    type: 'object'
    properties: Record<string, object>
    required?: string[]
    additionalProperties: false
  }
  /** The limit of the HTTP route that does the same, so that both share it. */
  limit: LimitName
  isReadOnly: boolean
  /** @throws {AppError} which the caller gets as a result with `isError`. */
  run(call: ToolCall): Promise<ToolResult>
}
