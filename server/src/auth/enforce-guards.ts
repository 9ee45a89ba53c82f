import type {
  FastifyInstance,
  FastifyRequest,
  HookHandlerDoneFunction,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify'
import type { Context } from '../platform/context.js'
import type { Access } from './access.js'
import { chooseMerchant } from './choose-merchant.js'
import type { Guard } from './guards.js'
import { createIdentify, type Identify } from './identify.js'
import { callsExceeded } from './limits/take-call.js'
import { takeReceipt } from './limits/take-receipt.js'
import { createRateLimit, type RateLimit, setRateLimitHeaders } from './rate-limit.js'
import type { Right } from './roles.js'

/**
 * Requires a guard on every route added afterwards and enforces it. Authentication and rate limits run before the body
 * is read. The merchant that a person acts for may be in the body, so it is chosen later, before validation.
 */
export function enforceGuards(server: FastifyInstance, ctx: Context, access: Access): void {
  server.decorateRequest('caller', null)
  server.addHook('onClose', () => access.limiter.close())

  server.addHook('onRoute', (route) => {
    const guard = route.config?.guard
    if (!guard) throw new Error(`${route.method} ${route.url} has no guard`)
    if (isOpen(guard)) return

    const isWrite = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
    const identify = createIdentify(guard, { access, config: ctx.config, isWrite })
    const rateLimit = createRateLimit(guard, { access, config: ctx.config })
    route.onRequest = [...[route.onRequest ?? []].flat(), admit(identify, rateLimit)]

    if (route.config?.createsReceipt) {
      const counting = { limiter: access.limiter, config: ctx.config }
      const limitReceipts = (request: FastifyRequest) => takeReceipt(counting, request)
      route.preHandler = [limitReceipts, ...[route.preHandler ?? []].flat()]
    }

    const session = guard.find((admission) => admission.kind === 'session')
    route.preValidation = [
      ...(isWrite ? [identifyAgain(identify)] : []),
      ...(session?.may ? [requireRight(session.may)] : []),
      ...[route.preValidation ?? []].flat(),
    ]
  })
}

const slowBodyMs = 100

/** Authenticates again after a slow body, because the caller may have lost access in the meantime. */
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

/** Returns whether anyone may call the route, without limits. */
function isOpen(guard: Guard): boolean {
  const isFree = guard.some(
    (admission) => admission.kind === 'public' && !admission.limit && !admission.fromOwnPages,
  )
  const identified: readonly string[] = ['developer', 'session', 'portal', 'buyer']
  return isFree && !guard.some(({ kind }) => identified.includes(kind))
}

function admit(identify: Identify, rateLimit: RateLimit): onRequestHookHandler {
  return (request, reply, done) => {
    continueWith(
      () => identify(request),
      done,
      (caller) => {
        request.caller = caller
        continueWith(
          () => rateLimit(request, caller),
          done,
          (taken) => {
            if (taken) setRateLimitHeaders(reply, taken.budget)
            if (taken?.budget.isExceeded) done(callsExceeded(taken))
            else done()
          },
        )
      },
    )
  }
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

/** Calls `next` with the result of `run`, without a promise when it has none. An error ends the request. */
function continueWith<Value>(
  run: () => Value | Promise<Value>,
  done: HookHandlerDoneFunction,
  next: (value: Value) => void,
): void {
  let result: Value | Promise<Value>
  try {
    result = run()
  } catch (error) {
    done(error as Error)
    return
  }
  if (result instanceof Promise) result.then(next, done)
  else next(result)
}
