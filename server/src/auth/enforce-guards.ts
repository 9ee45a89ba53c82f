import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preValidationHookHandler,
} from 'fastify'
import { AppError, invalidInput } from '../lib/errors.js'
import type { Context } from '../platform/context.js'
import { limits } from '../platform/limits/limits.js'
import type { Access } from './access.js'
import { type CallQueue, createCallQueue } from './call-queue.js'
import { chooseMerchant } from './choose-merchant.js'
import { createIdentify, type Identify } from './identify.js'
import { kilobytesOf, type StorageBudget } from './limits/storage-budget.js'
import { type CountRejected, callsExceeded, createRejectedCount } from './limits/take-call.js'
import { takeReceipt } from './limits/take-receipt.js'
import { requireMayWrite } from './merchants/require-active.js'
import { createRateLimit, limitOfGuard, type RateLimit, setRateLimitHeaders } from './rate-limit.js'
import type { Right } from './roles.js'
import type { RouteConfig } from './route-config.js'
import { requireStepUp } from './sessions/require-step-up.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Authenticates the caller of the request again. `null` before the guard has run. */
    identify: Identify | null
  }
}

/**
 * Requires a guard on every route added afterwards and enforces it. Authentication and rate limits
 * run before the body is read. The merchant that a person acts for may be in the body, so it is
 * chosen later, before validation.
 */
export function enforceGuards(server: FastifyInstance, ctx: Context, access: Access): void {
  server.decorateRequest('caller', null)
  server.decorateRequest('refusedKey', null)
  server.decorateRequest('identify', null)
  server.addHook('onClose', async () => {
    await access.limiter.close()
    await access.pins.close()
  })

  const countRejected = createRejectedCount({ limiter: access.limiter, config: ctx.config })
  const mayWrite = requireMayWrite(ctx)
  const callQueue = createCallQueue(server, ctx)
  server.addHook('onRoute', (route) => {
    const { guard, stores, createsReceipt }: RouteConfig = route.config ?? {}
    if (!guard) throw new Error(`${route.method} ${route.url} has no guard`)
    const isWrite = [route.method].flat().some((method) => !readMethods.includes(method))
    const identify = createIdentify(guard, { access, config: ctx.config, isWrite })
    const rateLimit = createRateLimit(guard, { access, config: ctx.config })
    // Routes that answer from memory do not wait.
    const isQueued = !('isPerProcess' in limits[limitOfGuard(guard)])
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      admit(identify, rateLimit, countRejected),
      isQueued ? enterQueue(callQueue) : limitKept(callQueue),
    ]
    if (isQueued) route.onSend = [...[route.onSend ?? []].flat(), callQueue.leave]

    if (createsReceipt) {
      const counting = { ...access, config: ctx.config }
      const limitReceipts = (request: FastifyRequest) => takeReceipt(counting, request)
      route.preHandler = [limitReceipts, ...[route.preHandler ?? []].flat()]
    }

    if (isWrite) route.onSend = [...[route.onSend ?? []].flat(), settleStorage(access.storage)]
    const session = guard.find((admission) => admission.kind === 'session')
    route.preValidation = [
      ...(isWrite ? [identifyAgain(identify)] : []),
      ...(session?.may ? [requireRight(session.may)] : []),
      ...(session?.needsStepUp ? [stepUp(ctx)] : []),
      ...(isWrite && stores !== 'nothing' ? [mayWrite] : []),
      ...(isWrite && stores !== 'counted' ? [takeStorage(access.storage)] : []),
      ...[route.preValidation ?? []].flat(),
    ]
  })
}

/** OPTIONS stores nothing: it only describes the route to a browser. */
const readMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

const slowBodyMs = 100

/** Authenticates again after a slow body, because the caller may have lost access meanwhile. */
function identifyAgain(identify: Identify): preValidationHookHandler {
  return (request, _reply, done) => {
    if (performance.now() - request.startedAt < slowBodyMs) {
      done()
      return
    }
    continueWith(
      () => identify(request),
      done,
      (caller) => {
        request.caller = caller
        done()
      },
    )
  }
}

function admit(
  identify: Identify,
  rateLimit: RateLimit,
  countRejected: CountRejected,
): onRequestHookHandler {
  return (request, reply, done) => {
    request.identify = identify
    continueWith(
      () => identify(request),
      (error) => done(isUnauthorized(error) ? (countRejected(request.ip) ?? error) : error),
      (caller) => {
        request.caller = caller
        continueWith(
          () => rateLimit(request, caller),
          done,
          (call) => {
            setRateLimitHeaders(reply, call.budget)
            if (call.budget.isExceeded) done(callsExceeded(call))
            else done()
          },
        )
      },
    )
  }
}

/** Calls with a key have limits that their owner pays for, and do not wait. */
function enterQueue(callQueue: CallQueue): onRequestHookHandler {
  return (request, reply, done) => {
    if (hasKey(request)) {
      done()
      return
    }
    callQueue
      .enter(request, reply)
      .then(() => done(reply.raw.destroyed ? aborted() : undefined), done)
  }
}

function limitKept(callQueue: CallQueue): onRequestHookHandler {
  return (request, reply, done) => {
    if (!hasKey(request)) callQueue.limitKept(request, reply)
    done()
  }
}

function hasKey({ caller }: FastifyRequest): boolean {
  return caller?.kind === 'developer' || caller?.kind === 'cron'
}

function requireRight(right: Right): preValidationHookHandler {
  return (request, _reply, done) => {
    try {
      const { caller } = request
      if (caller?.kind === 'person') request.caller = chooseMerchant(caller, { right, request })
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

/** After the right, so that a person who lacks it is not asked to sign for nothing. */
function stepUp({ now }: Pick<Context, 'now'>): preValidationHookHandler {
  return (request, _reply, done) => {
    try {
      if (request.caller?.kind === 'person') requireStepUp(request.caller, now())
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

/** Counts what the request may store. It comes last, because it needs the body and merchant. */
function takeStorage(storage: StorageBudget): preValidationHookHandler {
  return (request, _reply, done) => {
    continueWith(
      () => storage.take(request, kilobytesOf(request)),
      done,
      (error) => {
        if (error) done(error)
        else done()
      },
    )
  }
}

/**
 * Returns what a failed request has taken, so that requests that store nothing cannot use up a
 * budget. A response that requires payment comes with a stored order. Other requests count what
 * they have stored.
 */
function settleStorage(storage: StorageBudget): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && reply.statusCode !== 402) storage.giveBack(request)
    else storage.settle(request)
    done(null, payload)
  }
}

/** Calls `next` with the result of `run`, synchronously if possible. An error ends the request. */
function continueWith<Value>(
  run: () => Value | Promise<Value>,
  fail: (error: Error) => void,
  next: (value: Value) => void,
): void {
  let result: Value | Promise<Value>
  try {
    result = run()
  } catch (error) {
    fail(error as Error)
    return
  }
  if (result instanceof Promise) result.then(next, fail)
  else next(result)
}

function aborted(): AppError {
  return invalidInput('The request was aborted.')
}

function isUnauthorized(error: Error): boolean {
  return error instanceof AppError && error.code === 'unauthorized'
}
