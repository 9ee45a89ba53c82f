import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import type { Context } from '../context.js'
import { answerBrokenRequest, answerLongPath } from './answer-broken-request.js'
import { answerError, sendError } from './answer-error.js'
import { correlationHeader, correlationIdOf } from './correlation.js'
import { parseJsonBody } from './json-body.js'
import { createPathIndex } from './path-index.js'
import type { RouteRecord } from './routes.js'
import { ApiError } from './schemas.js'
import { securityHeaders } from './security-headers.js'
import { wireError } from './wire-error.js'

export type HttpServer = ReturnType<typeof createHttpServer>['server']

const limits = {
  bodyBytes: 1_048_576,
  paramCharacters: 200,
  /** To receive a whole request, so that a slow sender cannot hold a socket. */
  requestMs: 30_000,
  /** To answer it. */
  handlerMs: 30_000,
  keepAliveMs: 72_000,
}

/**
 * A server without routes: limits, parsing, errors, correlation ids, headers, metrics. Also returns
 * the list that fills up as routes are added.
 */
export function createHttpServer(ctx: Pick<Context, 'config' | 'log' | 'rootLog' | 'metrics'>) {
  const headers = securityHeaders(ctx.config.mode)
  const paths = createPathIndex()
  const routes: RouteRecord[] = []

  const server = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    childLoggerFactory: (_log, bindings, options) => ctx.rootLog.child(bindings, options),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'correlationId',
    }),
    requestIdHeader: false,
    genReqId: correlationIdOf,
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    handlerTimeout: limits.handlerMs,
    keepAliveTimeout: limits.keepAliveMs,
    // A stop lets requests in flight finish, also those that arrive on connections already open.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: limits.paramCharacters,
      onMaxParamLength: (_path, request, response) => answerLongPath(request, response),
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, [correlationHeader]: request.id })
      answerError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
    ajv: {
      customOptions: {
        // A number in quotes is a mistake of the caller's, not a number. Unknown fields are ignored.
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  // JSON and nothing else: a body of any other type would slip past the schemas.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJsonBody(body),
  )

  server.addHook('onRoute', (route) => {
    route.schema = {
      ...route.schema,
      response: { '4xx': ApiError, '5xx': ApiError, ...(route.schema?.response ?? {}) },
    }
    for (const method of [route.method].flat()) {
      paths.add(method, route.url)
      if (method === 'HEAD') continue
      routes.push({ method, path: route.url, schema: route.schema, config: route.config ?? {} })
    }
  })

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    reply.header(correlationHeader, request.id)
  })

  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    ctx.metrics.httpSeconds.observe({ method, route, status }, reply.elapsedTime / 1_000)
    request.log.debug({ method, route, status, ms: reply.elapsedTime }, 'request answered')
  })

  server.setErrorHandler(answerError)
  server.setNotFoundHandler((request, reply) => {
    const methods = paths.methodsOf(pathOf(request.url))
    if (methods.length === 0) {
      return sendError(reply, wireError('not_found', 'There is nothing at this address'))
    }
    const allowed = methods.join(', ')
    reply.header('allow', allowed)
    return sendError(
      reply,
      wireError('method_not_allowed', `This address takes ${allowed}, not ${request.method}`),
    )
  })

  return { server, routes }
}

function pathOf(url: string): string {
  const end = url.search(/[?#;]/)
  return end === -1 ? url : url.slice(0, end)
}
