import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../../auth/guards.js'
import { AppError, errorStatus } from '../../../lib/errors.js'
import type { Routes } from '../../../platform/feature.js'
import { namedObject } from '../../../platform/http/schemas.js'
import { readAppAssets } from '../../pages/app-assets.js'
import { createPageSender } from '../../pages/send-page.js'
import { previewPath } from '../../pages/serve-assets.js'
import { readCardScenario } from './card-scenarios.js'
import { describeCardPage } from './describe-card-page.js'
import { playCard } from './play-card.js'

const CardParams = Type.Object({ sessionId: Type.String() })

/** A form without a schema of its own: the verbs check its fields. */
const CardForm = namedObject('CardForm', {
  result: Type.Optional(Type.String()),
  dateOfBirth: Type.Optional(Type.String()),
})

const html = { content: { 'text/html': { schema: Type.String() } } }
/** A response without a body. The header `location` has the URL. */
const cardPage = { description: 'Redirects to the page of the card payment', content: {} }

/** The page of the sandbox provider of card payments, where that provider is configured. */
export const cardRoutes: Routes = async (app, { ctx }) => {
  const { sandbox } = ctx
  if (!sandbox || ctx.config.onrampProvider !== 'sandbox') return
  const assets = readAppAssets('card')
  const sendPage = createPageSender(ctx)

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )

  app.get(
    '/sandbox/card/:sessionId',
    {
      config: { outage: 'refuse', guard: anyone({ limit: 'portal' }) },
      schema: {
        summary: 'Page of the sandbox provider of card payments',
        params: CardParams,
        response: { 200: html },
      },
    },
    (request, reply) =>
      send(request, reply, { sessionId: request.params.sessionId, problem: null }),
  )

  app.post(
    '/sandbox/card/:sessionId',
    {
      config: { outage: 'refuse', guard: anyone({ limit: 'portal' }) },
      schema: {
        summary: 'Play a result of a card payment',
        description: 'Reports the result to the service by signed callbacks, like a provider.',
        params: CardParams,
        body: { content: { 'application/x-www-form-urlencoded': { schema: CardForm } } },
        response: { 200: html, 303: cardPage },
      },
    },
    async (request, reply) => {
      const { sessionId } = request.params
      const { result, dateOfBirth = '' } = request.body as Record<string, string | undefined>
      try {
        const scenario = readCardScenario(result)
        await playCard(ctx, { sandbox, sessionId, scenario, dateOfBirth })
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'not_found') throw error
        return send(request, reply, { sessionId, problem: error })
      }
      return reply.redirect(`/sandbox/card/${encodeURIComponent(sessionId)}`, 303)
    },
  )

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { sessionId, problem }: { sessionId: string; problem: AppError | null },
  ) {
    if (problem) reply.code(errorStatus[problem.code])
    const view = await describeCardPage(ctx, { sessionId, problem: problem?.message ?? null })
    const { renderCardPage } = await import('@tallystick/web/card')
    const { css: _, ...page } = renderCardPage(view)
    const image = `${ctx.config.baseUrl}${previewPath}`
    const look = { image, icon: null, isIndexed: false, styles: [assets.css], script: null }
    return sendPage({ request, reply, document: { ...page, ...look }, frame: null, hasForms: true })
  }
}
