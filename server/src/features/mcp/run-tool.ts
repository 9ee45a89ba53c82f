import type { Access } from '../../auth/access.js'
import { requireCall } from '../../auth/limits/take-call.js'
import type { Context } from '../../platform/context.js'
import { toWireError } from '../../platform/http/wire-error.js'
import { requireKnownArguments } from './read-arguments.js'
import type { Tool, ToolCall, ToolResult } from './tool.js'

/**
 * Runs a tool within its limit. Returns an error as a result with the fields of an HTTP error, because models read
 * results, but not errors of the protocol.
 */
export async function runTool(
  { access, config }: { access: Access } & Pick<Context, 'config'>,
  { tool, call }: { tool: Tool; call: ToolCall },
): Promise<ToolResult> {
  const { request } = call
  try {
    const network = access.hashNetwork(request.ip)
    await requireCall({ limiter: access.limiter, config }, tool.limit, { network })
    requireKnownArguments(call.args, tool.inputSchema)
    return await tool.run(call)
  } catch (error) {
    const { body, retryAfter, isBug } = toWireError(error)
    if (isBug) request.log.error({ err: error }, 'tool failed')
    const retryAfterSeconds = retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }
    return { content: { ...body, ...retryAfterSeconds }, isError: true }
  }
}
