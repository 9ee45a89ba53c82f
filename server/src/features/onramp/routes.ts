import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { pageOf } from '../../auth/caller.js'
import { anyone, portal } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import { AppError } from '../../lib/errors.js'
import { degradedFields } from '../../platform/degraded/degraded.js'
import type { Routes } from '../../platform/feature.js'
import { limits } from '../../platform/limits/limits.js'
import type { OnrampHooks } from './hooks.js'
import { findProvider } from './providers/find-provider.js'
import { journaledCallbacks, receiveCallback } from './receive-callback.js'
import { CallbackBody, CallbackParams, CallbackReceived, OnrampSessionResponse } from './schemas.js'
import { startSession } from './start-session.js'

/** Creates the routes and the journal of card payments, whose effects on a checkout are `hooks`. */
export function createOnramp(hooks: OnrampHooks) {
  return {
    routes: [sessionRoutes(hooks), callbackRoutes(hooks)] as const,
    journal: journaledCallbacks(hooks),
  }
}

function sessionRoutes(hooks: OnrampHooks): Routes<{ access: Access }> {
  return async (app, { ctx, access }) => {
    app.post(
      '/api/portal/:id/onramp',
      {
        config: { outage: 'refuse', guard: portal() },
        schema: {
          summary: 'Start a card payment',
          description:
            'Creates a session at the provider of card payments, or returns the open one. Send the buyer to its url. The receipt changes when the provider reports a result, and is paid when the money arrives on chain. Returns 400 onramp_refused with a failureCode when the provider does not take this payment.',
          params: Type.Object({ id: Type.String() }),
          response: { 200: OnrampSessionResponse },
        },
      },
      async (request) => {
        const page = pageOf(request, request.params.id)
        const { merchant, receiptId, isLimited } = page
        const keys = {
          receipt: `${merchant}/${receiptId}${isLimited ? '/limited' : ''}`,
          network: access.hashNetwork(request.ip),
          merchant,
        }
        const counting = { limiter: access.limiter, config: ctx.config }
        const { sessionId, provider, url, expiresAt } = await startSession(ctx, {
          page,
          requireSession: () => requireCall(counting, 'onramp-sessions', keys),
          hooks,
        })
        return { ok: true as const, session: { id: sessionId, provider, url, expiresAt } }
      },
    )
  }
}

function callbackRoutes(hooks: OnrampHooks): Routes {
  return async (app, { ctx }) => {
    const provider = findProvider(ctx.config)

    // Only for this route: its signature covers the text, which parsing would lose.
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => body,
    )

    app.post(
      '/api/onramp/:provider/callback',
      {
        bodyLimit: limits['callback-bodies'].max.request,
        // The provider's signature is verified instead, over the text.
        validatorCompiler: () => () => true,
        config: {
          outage: 'journal',
          guard: anyone({ limit: 'onramp-callbacks' }),
          stores: 'little',
        },
        schema: {
          tags: ['onramp'],
          summary: 'Receive a report of the provider of card payments',
          description:
            'For the provider only: the header with its signature covers the raw body and a time within five minutes. A repeated report returns 200 and changes nothing.',
          params: CallbackParams,
          body: CallbackBody,
          response: { 200: CallbackReceived },
        },
      },
      async (request) => {
        if (!provider || request.params.provider !== provider.name) {
          throw new AppError('not_found', 'This provider of card payments is not configured.')
        }
        const { body, headers } = request
        const callback = { body: typeof body === 'string' ? body : '', headers }
        const { isDegraded } = await receiveCallback(ctx, { provider, callback, hooks })
        return { ok: true as const, ...(isDegraded ? degradedFields : {}) }
      },
    )
  }
}
