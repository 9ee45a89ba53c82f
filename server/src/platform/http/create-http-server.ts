import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Context } from '../context.js'
import { limits } from '../limits/limits.js'
import { apiVersion, apiVersionHeader } from '../version.js'
import { handleInSequence } from './connections/handle-in-sequence.js'
import type { ObserveTime } from './connections/http-times.js'
import { limitConnections } from './connections/limit-connections.js'
import { rejectBrokenRequest, rejectConnect, rejectLongPath } from './connections/reject-request.js'
import { correlationHeader, createCorrelationIds, createRequestLogs } from './correlation.js'
import { errorPage, isForPeople, wantsPage } from './error-page.js'
import { parseJsonBody } from './json-body.js'
import { createPathIndex, type RouteRecord } from './routes.js'
import { createSchemaCompilers, describeInvalid } from './schema-compilers.js'
import { ApiError } from './schemas.js'
import { securityHeaders } from './security-headers.js'
import { toWireError, type WireError } from './wire-error.js'

type Fields = Readonly<Record<string, unknown>>
export type ErrorFields = Fields | ((error: WireError['body']) => Fields)

/** Decides whether a request may enter, before anything reveals whether its URL exists. */
export type Gate = (request: GatedRequest) => AppError | null

/** Only the headers are known when the URL could not be parsed. */
type GatedRequest = Pick<FastifyRequest, 'headers'> & {
  routeOptions?: { url?: string | undefined }
  is404?: boolean
  ip?: string
}

export type HttpServer = ReturnType<typeof createHttpServer>['server']

const bounds = {
  paramCharacters: 200,
  /** Time to receive a whole request, so that a slow sender cannot hold a socket. */
  requestMs: 30_000,
  keepAliveMs: 72_000,
}

const serverOptions = {
  // `findFlaw` rejects such a request with our error body; Node's rejection has none.
  requireHostHeader: false,
  requestTimeout: bounds.requestMs,
  // Node applies the longer of the two timeouts to the body, and this one defaults to a minute.
  headersTimeout: bounds.requestMs,
  keepAliveTimeout: bounds.keepAliveMs,
  connectionsCheckingInterval: 1_000,
}

/**
 * Creates a server without routes: limits, parsing, errors, correlation ids, headers and metrics.
 * Also returns a list that records each route as it is added.
 */
export function createHttpServer(
  ctx: Pick<Context, 'config' | 'rootLog' | 'metrics'>,
  gate: Gate = () => null,
  compilers = createSchemaCompilers(),
) {
  const errorFields = new Map<string, ErrorFields>()
  const headers = { ...securityHeaders(ctx.config.mode), [apiVersionHeader]: apiVersion }
  const paths = createPathIndex({ maxParamLength: bounds.paramCharacters })
  const routes: RouteRecord[] = []
  const correlationIdOf = createCorrelationIds()
  const logFor = createRequestLogs(ctx)
  const observeUnknown = ctx.metrics.httpTimes.forRoute('any', 'unknown')

  const server = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: correlationIdOf,
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    bodyLimit: limits.bodies.max.request,
    // During a stop, requests in flight finish, including those on connections already open.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: bounds.paramCharacters,
      onMaxParamLength: (_path, request, response) =>
        rejectLongPath(response, {
          request,
          correlationId: correlationIdOf(request),
          refusal: gate(request),
          mode: ctx.config.mode,
        }),
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, [correlationHeader]: request.id })
      sendError(gate(request) ?? error, request, reply)
    },
    clientErrorHandler: (error, socket) =>
      rejectBrokenRequest(error, socket, correlationIdOf({ headers: {} })),
    // With a factory, Fastify opens no second server, without limits, for IPv6 of `localhost`.
    serverFactory: (handler) => createServer(serverOptions, handler),
    schemaController: { compilersFactory: compilers },
    schemaErrorFormatter: (flaws, place) => new Error(describeInvalid(flaws, place)),
    ajv: {
      customOptions: {
        // A quoted number is an error. Unknown fields are ignored.
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        // With the schema, an error can say what a missing field is for.
        verbose: true,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  limitConnections(server.server, ctx)
  handleInSequence(server.server)

  // Node would respond to both without a body.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
  server.server.on('connect', (request, socket) => rejectConnect(socket, correlationIdOf(request)))

  // Accept only JSON: a body of another type would bypass the schemas.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJsonBody(body, ctx.config),
  )

  server.addHook('onRoute', (route) => {
    route.schema = {
      ...route.schema,
      response: { '4xx': ApiError, '5xx': ApiError, ...(route.schema?.response ?? {}) },
    }
    if (route.config?.errorFields) errorFields.set(route.url, route.config.errorFields)
    for (const method of [route.method].flat()) {
      paths.add(method, route.url)
      if (method === 'HEAD' || method === 'OPTIONS') continue
      routes.push({ method, path: route.url, schema: route.schema, config: route.config ?? {} })
    }
    const observe = ctx.metrics.httpTimes.forRoute(String(route.method), route.url)
    // Measured before the response is sent: waiting for its end would cost two listeners per
    // request.
    route.onSend = [...[route.onSend ?? []].flat(), observeDuration(observe)]
  })

  server.decorateRequest('startedAt', 0)
  server.decorateRequest('errorCode', null)
  // Hooks on every request take a callback: a promise would cost more than their work.
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    request.log = reply.log = logFor(request.id)
    reply.headers(headers)
    reply.header(correlationHeader, request.id)
    const refusal = gate(request) ?? findFlaw(request)
    const page = request.is404 && !refusal ? findWithoutSlash(request) : null
    if (refusal) done(refusal)
    else if (page) reply.redirect(page, 308)
    // Before the body is read, so that the body makes no difference.
    else if (request.is404) done(rejectUnknown(request, reply))
    else done()
  })
  if (ctx.rootLog.isLevelEnabled('debug')) server.addHook('onSend', logResponse)

  const connections = trackConnections(server.server)
  // A connection that was busy when the stop began becomes idle later and would stay open for a
  // minute.
  server.addHook('preClose', async () => {
    const timer = setInterval(() => {
      server.server.closeIdleConnections()
      connections.closeUnused()
      if (!server.server.listening && connections.count() === 0) clearInterval(timer)
    }, 50)
  })

  server.setErrorHandler(sendError)

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, body, retryAfter, isBug } = toWireError(error)
    request.errorCode = body.error
    if (isBug) request.log.error({ err: error }, 'request failed')
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    if (wantsPage(request)) {
      const page = errorPage(status, { url: request.url, mode: ctx.config.mode })
      return reply.code(status).headers(page.headers).send(page.html)
    }
    const extraFields = errorFields.get(request.routeOptions?.url ?? pathOf(request.url))
    const fields = typeof extraFields === 'function' ? extraFields(body) : extraFields
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(fields ? { ...fields, ...body } : body)
  }

  /** Returns the address of the page that a request means with a slash at the end, or null. */
  function findWithoutSlash(request: FastifyRequest): string | null {
    const path = pathOf(request.url)
    // Two slashes at the start would lead to another host.
    if (!path.endsWith('/') || path.startsWith('//') || !isForPeople(request)) return null
    const page = path.slice(0, -1)
    if (!paths.methodsOf(page).includes('GET')) return null
    observeUnknown(308, (performance.now() - request.startedAt) / 1_000)
    return page + request.url.slice(path.length)
  }

  function rejectUnknown(request: FastifyRequest, reply: FastifyReply): AppError {
    const allowed = paths.methodsOf(pathOf(request.url)).join(', ')
    if (allowed === '') {
      observeUnknown(404, (performance.now() - request.startedAt) / 1_000)
      return new AppError('not_found', 'There is nothing at this URL.')
    }
    observeUnknown(405, (performance.now() - request.startedAt) / 1_000)
    reply.header('allow', allowed)
    const message = `This URL accepts ${allowed}, not ${request.method}.`
    return new AppError('method_not_allowed', message)
  }

  return { server, routes }
}

/**
 * Tracks all open connections. `closeUnused` closes those on which nothing was ever received.
 * Browsers and load balancers open them in advance, and Node counts them as busy, which would keep
 * the server from stopping.
 */
function trackConnections(server: Pick<Server, 'on'>) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    count: () => sockets.size,
    closeUnused() {
      for (const socket of sockets) {
        if (socket.bytesRead === 0) socket.destroy()
      }
    },
  }
}

const logResponse: onSendHookHandler = (request, { statusCode: status }, payload, done) => {
  const { log, method, url, startedAt } = request
  const ms = Math.round(performance.now() - startedAt)
  log.debug({ method, path: pathOf(url), status, ms }, 'request completed')
  done(null, payload)
}

function observeDuration(observe: ObserveTime): onSendHookHandler {
  return (request, reply, payload, done) => {
    observe(reply.statusCode, (performance.now() - request.startedAt) / 1_000)
    done(null, payload)
  }
}

function findFlaw({ url, raw }: FastifyRequest): AppError | null {
  // PostgreSQL cannot store NUL, so no id and no search text contains it. Bodies have the same
  // rule.
  if (url.includes('%00')) {
    return invalidInput('The URL must not contain NUL characters.')
  }
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
    return invalidInput('The Host header is required.')
  }
  return null
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
