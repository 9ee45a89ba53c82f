import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../context.js'
import { answerBrokenRequest, answerConnect, answerLongPath } from './answer-broken-request.js'
import { answerError } from './answer-error.js'
import { correlationHeader, createCorrelationIds } from './correlation.js'
import type { ObserveTime } from './http-times.js'
import { parseJsonBody } from './json-body.js'
import { createPathIndex } from './path-index.js'
import { createRequestLogs } from './request-logs.js'
import type { RouteRecord } from './routes.js'
import { createSchemaCompilers } from './schema-compilers.js'
import { ApiError } from './schemas.js'
import { securityHeaders } from './security-headers.js'
import { trackSilentConnections } from './track-silent-connections.js'

/** Lets a request pass, or says why not, before it learns even whether its address exists. */
export type Gate = (request: Gated) => AppError | null

/** What the gate looks at. There is no route when the address could not be read. */
type Gated = Pick<FastifyRequest, 'headers'> & {
  routeOptions?: { url?: string | undefined }
}

export type HttpServer = ReturnType<typeof createHttpServer>['server']

const limits = {
  bodyBytes: 1_048_576,
  paramCharacters: 200,
  /** To receive a whole request, so that a slow sender cannot hold a socket. */
  requestMs: 30_000,
  keepAliveMs: 72_000,
}

/**
 * A server without routes: limits, parsing, errors, correlation ids, headers, metrics. Also returns
 * the list that fills up as routes are added.
 */
export function createHttpServer(
  ctx: Pick<Context, 'config' | 'rootLog' | 'metrics'>,
  gate: Gate = () => null,
  compilers = createSchemaCompilers(),
) {
  const headers = securityHeaders(ctx.config.mode)
  const paths = createPathIndex({ maxParamLength: limits.paramCharacters })
  const routes: RouteRecord[] = []
  const correlationIdOf = createCorrelationIds()
  const logFor = createRequestLogs(ctx)
  const observeUnknown = ctx.metrics.httpTimes.forRoute('any', 'unknown')

  const server = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: correlationIdOf,
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // A stop lets requests in flight finish, also those that arrive on connections already open.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: limits.paramCharacters,
      onMaxParamLength: (_path, request, response) =>
        answerLongPath(response, {
          correlationId: correlationIdOf(request),
          refusal: gate(request),
        }),
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, [correlationHeader]: request.id })
      answerError(gate(request) ?? error, request, reply)
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, correlationIdOf({ headers: {} })),
    http: {
      // Node would refuse such a request by itself, in another shape; `flawOf` does it in ours.
      requireHostHeader: false,
      // Node takes the longer of the two times for the body, and this one is a minute by default.
      headersTimeout: limits.requestMs,
      connectionsCheckingInterval: 1_000,
    },
    schemaController: { compilersFactory: compilers },
    ajv: {
      customOptions: {
        // A number in quotes is a mistake of the caller's, not a number. Unknown fields are ignored.
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Both would get Node's own answer, without a body.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
  server.server.on('connect', (request, socket) => answerConnect(socket, correlationIdOf(request)))

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
    const observe = ctx.metrics.httpTimes.forRoute(String(route.method), route.url)
    // Before the answer leaves, not after: waiting for that costs two listeners a request.
    route.onSend = [...[route.onSend ?? []].flat(), noteTime(observe)]
  })

  server.decorateRequest('startedAt', 0)
  // Hooks that every request passes take a callback: a promise each would cost more than their work.
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    request.log = reply.log = logFor(request.id)
    reply.headers(headers)
    reply.header(correlationHeader, request.id)
    const refusal = gate(request) ?? flawOf(request)
    if (refusal) done(refusal)
    // Before the body is read, so that no body makes a difference.
    else if (request.is404) done(refuseUnknown(request, reply))
    else done()
  })
  if (ctx.rootLog.isLevelEnabled('debug')) server.addHook('onSend', noteAnswer)

  const dropSilent = trackSilentConnections(server.server)
  // A connection that was busy when the stop began falls idle later and would stay open for a minute.
  server.addHook('preClose', async () => {
    const timer = setInterval(() => {
      server.server.closeIdleConnections()
      dropSilent()
    }, 50)
    server.server.once('close', () => clearInterval(timer))
  })

  server.setErrorHandler(answerError)

  function refuseUnknown(request: FastifyRequest, reply: FastifyReply): AppError {
    const allowed = paths.methodsOf(pathOf(request.url)).join(', ')
    if (allowed === '') {
      observeUnknown(404, (performance.now() - request.startedAt) / 1_000)
      return new AppError('not_found', 'There is nothing at this address')
    }
    observeUnknown(405, (performance.now() - request.startedAt) / 1_000)
    reply.header('allow', allowed)
    const message = `This address takes ${allowed}, not ${request.method}`
    return new AppError('method_not_allowed', message)
  }

  return { server, routes }
}

const noteAnswer: onSendHookHandler = (request, { statusCode: status }, payload, done) => {
  const { log, method, url, startedAt } = request
  const ms = Math.round(performance.now() - startedAt)
  log.debug({ method, path: pathOf(url), status, ms }, 'request answered')
  done(null, payload)
}

function noteTime(observe: ObserveTime): onSendHookHandler {
  return (request, reply, payload, done) => {
    observe(reply.statusCode, (performance.now() - request.startedAt) / 1_000)
    done(null, payload)
  }
}

function flawOf({ url, raw }: FastifyRequest): AppError | null {
  // The same rule as in bodies: PostgreSQL cannot hold it, so no id and no search text has it.
  if (url.includes('%00')) {
    return new AppError('invalid_input', 'The address must not contain NUL characters')
  }
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
    return new AppError('invalid_input', 'The request names no host')
  }
  return null
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
