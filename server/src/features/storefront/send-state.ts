import type { StateView } from '@tallystick/web/shop'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.js'
import { toWireError } from '../../platform/http/wire-error.js'
import { hasDirectory } from './describe-shop.js'
import type { OpenedShop } from './open-shop.js'
import type { SendShopPage } from './send-shop-page.js'

type To = { request: FastifyRequest; reply: FastifyReply }
type State = { kind: StateView['kind']; shop?: OpenedShop }

/** Sends the page that replaces a page of a shop. */
export type SendState = {
  (to: To, state: State): Promise<FastifyReply>
  /** Sends it for an error of a route. */
  ofError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Creates the function that sends the pages of shops and items that cannot be shown. */
export function createStateSender(
  { config }: Pick<Context, 'config'>,
  send: SendShopPage,
): SendState {
  async function sendState(to: To, { kind, shop }: State): Promise<FastifyReply> {
    const { renderStatePage } = await import('@tallystick/web/shop')
    if (to.reply.statusCode < 400) to.reply.code(404)
    const page = renderStatePage({
      mode: config.mode,
      kind,
      hasDirectory: hasDirectory(config),
      shop: shop ? { slug: shop.slug, name: shop.config.name } : null,
    })
    return send(to, { page })
  }

  async function ofError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, body, retryAfter, isBug } = toWireError(error)
    if (isBug) request.log.error({ err: error }, 'request failed')
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    reply.code(status)
    // No page of ours sends such a form.
    if (status === 403) return reply.send(body)
    return sendState({ request, reply }, { kind: kindOf(status) })
  }

  return Object.assign(sendState, { ofError })
}

function kindOf(status: number): StateView['kind'] {
  if (status >= 500) return 'unavailable'
  if (status === 429) return 'tooMany'
  return status === 404 ? 'unknown' : 'badLink'
}
