import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../../../auth/guards.js'
import type { Routes } from '../../../../platform/feature.js'
import { toWireError } from '../../../../platform/http/wire-error.js'
import { PortalParams, PortalQuery } from '../../schemas.js'
import { getScript } from './get-script.js'
import { writeFrame } from './write-frame.js'

const policy = [
  // Removes the service's origin even when the frame's address is opened on its own.
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "form-action 'none'",
  "base-uri 'none'",
]

/** All frames around a frame count, also the page that shows the payment page. */
function policyFor(embedOrigins: readonly string[]): string {
  return [...policy, ['frame-ancestors', "'self'", ...embedOrigins].join(' ')].join('; ')
}

const denied = [
  'camera',
  'clipboard-read',
  'clipboard-write',
  'geolocation',
  'microphone',
  'payment',
]

/**
 * Isolates a merchant's script. Without an origin it has no cookies, no storage and no access to
 * the page around it. It can call no host, not even this service. Every response of the frame's
 * address carries these headers.
 */
const frameHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policyFor([]),
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const plainError = {
  description: 'Error message',
  content: { 'text/plain': { schema: Type.String() } },
}

/** Serves the frame that runs a merchant's script after the payment. It ignores cookies. */
export const successFrameRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/portal/:id/success-frame',
    {
      config: { outage: 'refuse', guard: anyone({ limit: 'portal' }) },
      errorHandler: (error, request, reply) => sendPlainError(error, request, reply),
      schema: {
        tags: ['pages'],
        summary: "Isolated frame for the merchant's script after the payment",
        params: PortalParams,
        querystring: PortalQuery,
        response: {
          200: { content: { 'text/html': { schema: Type.String() } } },
          '4xx': plainError,
          '5xx': plainError,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const script = await getScript(ctx, { id, query: request.query })
      const framedBy = { 'content-security-policy': policyFor(script.embedOrigins) }
      return reply
        .headers({ ...frameHeaders, ...framedBy })
        .type('text/html; charset=utf-8')
        .send(writeFrame(script))
    },
  )
}

/** Sends only the message of an error, because a frame is displayed, not parsed. */
function sendPlainError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter, isBug } = toWireError(error)
  if (isBug) request.log.error({ err: error }, 'request failed')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .headers(frameHeaders)
    .type('text/plain; charset=utf-8')
    .send(body.message)
}
